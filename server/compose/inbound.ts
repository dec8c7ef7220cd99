import type { WorkspaceId } from "../../contract/identity/scope.ts";
import type { Topic } from "../../contract/realtime/changes.ts";
import type { Core } from "../core/core.ts";
import type { Letter } from "../identity/letter.ts";
import { openImap } from "../inbound/imap.ts";
import type { InboundMails } from "../inbound/inboundMail.ts";
import { createMailboxReaders } from "../inbound/mailboxReaders.ts";
import { createMailboxSignIns, type SignInParts } from "../inbound/mailboxSignIns.ts";
import { createReadings } from "../inbound/readings.ts";
import { readingRoutes } from "../inbound/routes.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { newJob } from "../jobs/jobs.ts";
import { createSignInTries } from "../sending/senders/signInTries.ts";

type Parts = {
  jobs: Pick<Jobs, "wake">;
  /** What is made of the mails of the mailboxes that are read. */
  mails: InboundMails;
  /** Tells whoever watches a workspace. */
  onChange(change: { workspaceId: WorkspaceId; topics: readonly Topic[]; by: string | null }): void;
  /** How mailboxes are reached, for tests. */
  signIns?: Omit<SignInParts, "open">;
};

/** Reading mailboxes: who may, who does, and what is told of it. */
export function composeInbound(core: Core, { jobs, mails, onChange, signIns: reached = {} }: Parts) {
  const signIns = createMailboxSignIns(core, { open: openImap, ...reached });
  const readers = createMailboxReaders(core, {
    ...{ mails, signIns },
    tell: (workspaceId) => onChange({ workspaceId, topics: ["credentials"], by: null }),
    notice({ workspaceId, appEmail: name }) {
      if (core.settings.systemSmtp === null) return null;
      const at = core.clock.now();
      const payload: Letter = { letter: "readingStopped", userId: workspaceId, name, at };
      return newJob(core, { kind: "systemMail", workspaceId, payload });
    },
    wrote: jobs.wake,
  });
  const readings = createReadings(core, { signIns, readers, beginSignIn: createSignInTries(core) });
  return { readers, readings, routes: readingRoutes(readings) };
}
