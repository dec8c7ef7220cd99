import type { ProviderKey } from "../../../contract/sending/providers.ts";

export type ProviderHelp = {
  text: string;
  /** The provider's own pages, where what has to be done is done. */
  links: readonly HelpLink[];
};

export type HelpLink = { name: string; href: string };

/** What one has to know before choosing a provider. */
export const providerHelp: Record<ProviderKey, ProviderHelp> = {
  google: { text: "About 500 mails a day, or 2,000 with Google Workspace.", links: [] },
  outlook: {
    text: "For Microsoft 365 mailboxes whose administrator allows authenticated SMTP; Microsoft switches that off by default at the end of December 2026. Personal Outlook, Hotmail and Live accounts cannot be used: since September 2024 Microsoft takes no passwords from other programs for them.",
    links: [
      {
        name: "How an administrator allows it",
        href: "https://learn.microsoft.com/exchange/clients-and-mobile-in-exchange-online/authenticated-client-smtp-submission",
      },
    ],
  },
  smtp: {
    text: "Any mail server that you may send through: your web host's, your own, or a sending service's. Whoever runs it tells you host, port and user name.",
    links: [],
  },
  sandbox: {
    text: "Delivers nowhere but to the mailbox inside this app. For trying things out.",
    links: [],
  },
};

/** What kind of password is wanted, and where it is made. */
export function passwordHelp(
  provider: ProviderKey,
  { isEditing, isMoved }: { isEditing: boolean; isMoved: boolean },
): ProviderHelp {
  if (isMoved)
    return {
      text: "A stored password only goes where it was entered for: enter it again, if there is one.",
      links: [],
    };
  if (isEditing) return { text: "Leave it empty to keep the stored one.", links: [] };
  if (provider === "google") return appPassword;
  if (provider === "smtp") return { text: "Leave it empty if the server asks for none.", links: [] };
  return {
    text: "The mailbox's password, or an app password where multi-factor sign-in is on. It is stored encrypted and never shown again.",
    links: [],
  };
}

const appPassword: ProviderHelp = {
  text: "16 letters that Google makes for you once 2-Step Verification is on; your normal password does not work. It is stored encrypted and never shown again.",
  links: [
    { name: "Create an app password", href: "https://myaccount.google.com/apppasswords" },
    { name: "About app passwords", href: "https://support.google.com/accounts/answer/185833" },
  ],
};
