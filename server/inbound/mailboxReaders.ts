import { inboundLimits } from "../../contract/limits/accounts/inbound.ts";
import { createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import { createMailboxReadingStore, type ReadingRow } from "../../db/stores/accounts/mailboxReadings.ts";
import type { Core } from "../core/core.ts";
import { noticeText } from "../core/notices.ts";
import { systemWaits, type Waits } from "../core/waits.ts";
import { createWatch } from "../core/watch.ts";
import type { InboundMails } from "./inboundMail.ts";
import { MailboxReader, type ReaderDeps } from "./MailboxReader.ts";
import type { MailboxSignIns } from "./mailboxSignIns.ts";

export type MailboxReaders = ReturnType<typeof createMailboxReaders>;

type Options = {
  mails: InboundMails;
  signIns: MailboxSignIns;
  tell: ReaderDeps["tell"];
  notice: ReaderDeps["notice"];
  wrote: ReaderDeps["wrote"];
  random?: () => number;
  tries?: ReaderDeps["tries"];
  times?: Record<"leaseMs" | "beatEveryMs" | "connectionsMax", number>;
};

/** Wakes the readers in all processes. */
const readingNotice = noticeText({ about: "mailboxes" });

/**
 * Reads the mailboxes that people allowed to be read: each is read by one process at a time, which holds its lease, over
 * one connection. If there are none, there is neither a connection nor a timer.
 */
export function createMailboxReaders(
  core: Core,
  { random = Math.random, times = inboundLimits, tries = new Map(), ...parts }: Options,
) {
  const store = createMailboxReadingStore(core.database);
  const deps: ReaderDeps = {
    core,
    store,
    accounts: createCredentialStore(core.database),
    random,
    tries,
    ...parts,
  };
  const holder = core.newId();
  const readers = new Map<string, { reader: MailboxReader; ended: Promise<void> }>();
  const watch = createWatch({
    notices: core.database.notices,
    notice: readingNotice,
    waits: untilWoken,
    look,
  });

  async function begin(): Promise<void> {
    const { leaseMs, connectionsMax } = times;
    const room = connectionsMax - readers.size;
    const ready = await store.ready({
      leaseMs,
      restMsMax: 2 * inboundLimits.restSetupMs,
      // One more than there are connections for, to know whether a mailbox is waiting.
      countMax: room + 1,
    });
    if (ready.length > room) makeRoom(readers);
    for (const wanted of ready.slice(0, room)) {
      // The previous reader has lost the lease and is about to end; the next one begins after that.
      if (watch.isClosing || readers.has(wanted.credentialId)) continue;
      const row = await store.take(wanted, { holder, leaseMs });
      if (row === null) continue;
      const begun = beginReading(deps, row, () => {
        readers.delete(row.credentialId);
        watch.ring();
      });
      readers.set(row.credentialId, begun);
    }
  }

  /** Returns how long to wait before the next look. */
  async function look(): Promise<number> {
    try {
      await renewHeld({ store, holder, readers, leaseMs: times.leaseMs });
      await begin();
      return readers.size > 0 || (await store.isAnyOn()) ? times.beatEveryMs : Number.POSITIVE_INFINITY;
    } catch (error) {
      core.log.error("Mailboxes to read could not be looked for", { error });
      return times.beatEveryMs;
    }
  }

  return {
    /** Which mailboxes are read has changed: all readers on this database look. */
    wake: watch.wake,
    start: watch.start,

    /** Ends every connection, and lets other processes continue at once. */
    async close(): Promise<void> {
      await watch.end();
      const left = [...readers.keys()];
      for (const { reader } of readers.values()) reader.stop();
      await Promise.all([...readers.values()].map(({ ended }) => ended));
      if (left.length > 0) await store.leave(holder, left);
    },
  };
}

type Held = {
  store: ReaderDeps["store"];
  holder: string;
  readers: ReadonlyMap<string, { reader: MailboxReader }>;
  leaseMs: number;
};

/** Renews the leases, and ends readers whose mailbox was turned off, changed or taken over. */
async function renewHeld({ store, holder, readers, leaseMs }: Held): Promise<void> {
  if (readers.size === 0) return;
  const held = await store.renew({ holder, leaseMs }, [...readers.keys()]);
  const leases = new Map(held.map(({ credentialId, lease }) => [credentialId, lease]));
  for (const [credentialId, { reader }] of readers)
    if (leases.get(credentialId) !== reader.lease) reader.stop();
}

function beginReading(deps: ReaderDeps, row: ReadingRow, onEnd: () => void) {
  const reader = new MailboxReader(deps, row);
  const { workspaceId: workspace, credentialId: account } = row;
  const ended = reader
    .run()
    .catch((error: unknown) => deps.core.log.error("A mailbox' reader broke", { workspace, account, error }))
    .then(onEnd);
  return { reader, ended };
}

/** The reader that has waited longest for new mails gives up its connection until its next turn. */
function makeRoom(readers: ReadonlyMap<string, { reader: MailboxReader }>): void {
  const idle = [...readers.values()]
    .map(({ reader }) => reader)
    .filter(({ idleSince }) => idleSince !== null);
  idle.sort((a, b) => (a.idleSince ?? 0) - (b.idleSince ?? 0))[0]?.giveWay();
}

/** Sets no timer if there is nothing to wait for. */
const untilWoken: Pick<Waits, "after"> = {
  after: (waitMs, then) => (Number.isFinite(waitMs) ? systemWaits.after(waitMs, then) : () => {}),
};
