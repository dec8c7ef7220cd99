import { reason } from "../../../contract/reasons.ts";
import { providers } from "../../../contract/sending/providers.ts";
import { guardHost } from "./hostGuard.ts";
import type { ProviderContext, SendingProvider } from "./provider.ts";
import { smtpProvider } from "./smtpProvider.ts";

/** Any SMTP server, for which a person entered host and port. */
export function createNamedServer({ settings, beginSignIn }: ProviderContext): SendingProvider {
  const { budget, connections } = providers.smtp;
  return smtpProvider({
    provider: providers.smtp,
    beginSignIn,
    capacity: () => ({ budget, connections }),
    async findServer({ host, port, security }) {
      if (host === null || port === null) return { ok: false, reason: reason("server_missing") };
      const guarded = await guardHost(host, { privateHosts: settings.privateHosts });
      if (!guarded.ok) return guarded;
      return {
        ok: true,
        server: { host, port, security: security ?? "starttls", addresses: guarded.addresses },
      };
    },
  });
}
