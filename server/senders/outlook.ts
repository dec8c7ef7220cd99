import { providers } from "../../contract/providers.ts";
import type { ProviderContext, SendingProvider } from "./provider.ts";
import { hostedProvider } from "./smtpProvider.ts";

/** Outlook and Microsoft 365 over SMTP, where the mailbox still allows a password. */
export function createOutlook({ settings }: ProviderContext): SendingProvider {
  return hostedProvider(providers.outlook, settings.outlookSmtp, providers.smtp);
}
