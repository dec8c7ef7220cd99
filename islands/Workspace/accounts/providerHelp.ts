import type { ProviderKey } from "../../../contract/sending/providers.ts";
import type { ProviderHelpTexts } from "../../../contract/texts/providerHelp.ts";

type ProviderHelp = {
  text: string;
  /** The provider's own pages with the settings concerned. */
  links: readonly HelpLink[];
};

export type HelpLink = { name: string; href: string };

/** What to know before choosing a provider. */
export function providerHelp(
  provider: ProviderKey,
  { connects }: { /** Microsoft accounts can be connected here. */ connects: boolean },
  texts: ProviderHelpTexts,
): ProviderHelp {
  if (provider !== "outlook") return { text: texts.providers[provider], links: [] };
  const links = [{ name: texts.links.outlookAdministrator, href: outlookAdministrator }];
  return { text: connects ? texts.providers.outlookConnects : texts.providers.outlook, links };
}

const outlookAdministrator =
  "https://learn.microsoft.com/exchange/clients-and-mobile-in-exchange-online/authenticated-client-smtp-submission";

/** Which kind of password is needed, and where to create it. */
export function passwordHelp(
  provider: ProviderKey,
  { isEditing, isMoved }: { isEditing: boolean; isMoved: boolean },
  texts: ProviderHelpTexts,
): ProviderHelp {
  if (isMoved) return { text: texts.passwordHelp.moved, links: [] };
  if (isEditing) return { text: texts.passwordHelp.keepStored, links: [] };
  if (provider === "google")
    return {
      text: texts.passwordHelp.google,
      links: [
        { name: texts.links.createAppPassword, href: "https://myaccount.google.com/apppasswords" },
        { name: texts.links.aboutAppPasswords, href: "https://support.google.com/accounts/answer/185833" },
      ],
    };
  return { text: provider === "smtp" ? texts.passwordHelp.optional : texts.passwordHelp.outlook, links: [] };
}
