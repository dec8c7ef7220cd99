import type { ProviderKey } from "../../../contract/providers.ts";

/** What one has to know before choosing a provider. */
export const providerHelp: Record<ProviderKey, string> = {
  google:
    "Needs an app password: turn on 2-Step Verification in your Google account, then create one under Security. About 500 mails a day.",
  outlook:
    "Microsoft 365 with authenticated SMTP allowed by an administrator. Personal Outlook accounts no longer accept passwords from other programs.",
  smtp: "Any mail server that you may send through.",
  sandbox: "Delivers nowhere but to the mailbox inside this app. For trying things out.",
};

export function passwordHint(provider: ProviderKey, editing: boolean): string {
  if (editing) return "Leave it empty to keep the stored one.";
  return provider === "smtp"
    ? "Leave it empty if the server asks for none."
    : "Not your normal password. It is stored encrypted and never shown again.";
}
