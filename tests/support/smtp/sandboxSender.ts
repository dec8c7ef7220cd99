import { createSandboxMailStore } from "../../../db/stores/campaigns/sandboxMails.ts";
import type { Core } from "../../../server/core/core.ts";
import { createSandboxSender } from "../../../server/sending/senders/sandbox.ts";
import type { Sender } from "../../../server/sending/senders/sender.ts";

/** What a campaign sends through when its account is a sandbox one. */
export function sandboxSender({ database, clock, log, newId }: Core, workspaceId: string): Sender {
  return createSandboxSender({ workspaceId, store: createSandboxMailStore(database), clock, log, newId });
}
