import { providers } from "../../../contract/sending/providers.ts";
import type { ProviderContext, SendingProvider } from "./provider.ts";
import { hostedProvider } from "./smtpProvider.ts";

/** Outlook and Microsoft 365 over SMTP, where the mailbox still allows a password. */
export function createOutlook({ settings, beginSignIn }: ProviderContext): SendingProvider {
  return hostedProvider({
    provider: providers.outlook,
    relay: settings.outlookSmtp,
    relayed: providers.smtp,
    beginSignIn,
  });
}
