import { createSandboxMailStore } from "../../db/stores/sandboxMails.ts";
import type { Core } from "../../server/core.ts";
import { createSandboxSender } from "../../server/senders/sandbox.ts";
import type { Sender } from "../../server/senders/sender.ts";

/** What a campaign sends through when its account is a sandbox one. */
export function sandboxSender({ database, clock, newId }: Core, ownerId: string): Sender {
  return createSandboxSender({ ownerId, store: createSandboxMailStore(database), clock, newId });
}
