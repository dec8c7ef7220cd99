import { reason } from "../../../contract/reasons.ts";
import { type ProviderKey, providers } from "../../../contract/sending/providers.ts";
import { createSandboxMailStore } from "../../../db/stores/campaigns/sandboxMails.ts";
import type { Core } from "../../core/core.ts";
import { createGoogle } from "./google.ts";
import { createNamedServer } from "./namedServer.ts";
import { createOutlook } from "./outlook.ts";
import type { SendingProvider } from "./provider.ts";
import { SenderFault } from "./SenderFault.ts";
import { createSandboxSender } from "./sandbox.ts";
import { createSignInTries } from "./signInTries.ts";

export type SendingProviders = Record<ProviderKey, SendingProvider>;

/** All providers of this installation. */
export function createSendingProviders(core: Core): SendingProviders {
  const context = { ...core, beginSignIn: createSignInTries(core) };
  return {
    google: createGoogle(context),
    outlook: createOutlook(context),
    smtp: createNamedServer(context),
    sandbox: createSandbox(core),
  };
}

function createSandbox(core: Core): SendingProvider {
  const store = createSandboxMailStore(core.database);
  const { budget, connections } = providers.sandbox;
  return {
    async open({ workspaceId }) {
      if (!core.settings.sandbox) throw new SenderFault(reason("sandbox_off"));
      return createSandboxSender({ workspaceId, store, clock: core.clock, log: core.log, newId: core.newId });
    },
    verify: async () =>
      core.settings.sandbox ? { ok: true } : { ok: false, temporary: false, reason: reason("sandbox_off") },
    capacity: () => ({ budget, connections }),
  };
}
