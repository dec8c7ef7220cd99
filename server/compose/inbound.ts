import type { WorkspaceId } from "../../contract/identity/scope.ts";
import type { Topic } from "../../contract/realtime/changes.ts";
import type { Core } from "../core/core.ts";
import type { Notices } from "../identity/notices.ts";
import { openImap } from "../inbound/imap.ts";
import type { InboundMails } from "../inbound/inboundMail.ts";
import { createMailboxReaders } from "../inbound/mailboxReaders.ts";
import { createMailboxSignIns, type SignInParts } from "../inbound/mailboxSignIns.ts";
import { createReadings } from "../inbound/readings.ts";
import { readingRoutes } from "../inbound/routes.ts";
import { createSignInTries } from "../sending/senders/signInTries.ts";

type Parts = {
  notices: Pick<Notices, "jobFor" | "written">;
  /** What is made of the mails of the mailboxes that are read. */
  mails: InboundMails;
  /** Tells whoever watches a workspace. */
  onChange(change: { workspaceId: WorkspaceId; topics: readonly Topic[]; by: string | null }): void;
  /** How mailboxes are reached, for tests. */
  signIns?: Omit<SignInParts, "open">;
};

/** Reading mailboxes: who may, who does, and what is told of it. */
export function composeInbound(core: Core, { notices, mails, onChange, signIns: reached = {} }: Parts) {
  const signIns = createMailboxSignIns(core, { open: openImap, ...reached });
  const readers = createMailboxReaders(core, {
    mails,
    signIns,
    tell: (workspaceId) => onChange({ workspaceId, topics: ["credentials"], by: null }),
    notice: ({ workspaceId, appEmail: name }) =>
      // Whose workspace it is.
      notices.jobFor({ letter: "readingStopped", userId: String(workspaceId), name }),
    wrote: notices.written,
  });
  const readings = createReadings(core, { signIns, readers, beginSignIn: createSignInTries(core) });
  return { readers, readings, routes: readingRoutes(readings) };
}
