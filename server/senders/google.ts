import { providers } from "../../contract/providers.ts";
import type { ProviderContext, SendingProvider } from "./provider.ts";
import { hostedProvider } from "./smtpProvider.ts";

/** Gmail and Google Workspace over SMTP with an app password. */
export function createGoogle({ settings }: ProviderContext): SendingProvider {
  return hostedProvider(providers.google, settings.googleSmtp, providers.smtp);
}
