import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { inboundLimits } from "../../contract/limits/accounts/inbound.ts";
import { dayMs } from "../../contract/limits/units.ts";
import { reason } from "../../contract/reasons.ts";
import type { CredentialStore } from "../../db/stores/accounts/credentials.ts";
import type {
  MailboxReadingStore,
  ReadingRow,
  ReadingTicket,
} from "../../db/stores/accounts/mailboxReadings.ts";
import type { NewJob } from "../../db/stores/jobs/enqueueing.ts";
import type { Core } from "../core/core.ts";
import type { InboundMails } from "./inboundMail.ts";
import { type Mailbox, MailboxError, type MailboxFault, type MailHead } from "./mailbox.ts";
import type { MailboxSignIns } from "./mailboxSignIns.ts";

export type ReaderDeps = {
  core: Core;
  store: MailboxReadingStore;
  accounts: Pick<CredentialStore, "byId">;
  signIns: MailboxSignIns;
  mails: InboundMails;
  tries: MailTries;
  /** A random number from 0 to 1. */
  random(): number;
  /** Tells everybody who watches a workspace that something about its accounts has changed. */
  tell(workspaceId: WorkspaceId): void;
  /** Writes the one mail that tells a person that reading has stopped; null if the installation sends no mails of its own. */
  notice(account: { workspaceId: WorkspaceId; appEmail: string }): NewJob | null;
  /** That mail's job was written and may be done. */
  wrote(): void;
};

/** How often a mail could not be processed, by account. */
type MailTries = Map<string, { key: string; count: number }>;

const { batchMax, catchUpMax, clockSlackMs, lookBackMs, triesMax } = inboundLimits;

/**
 * Reads one account's mailbox over one connection while this process holds its lease. The position is stored after a mail
 * was processed: what a killed process did not store is read again, under the same key.
 */
export class MailboxReader {
  readonly #deps: ReaderDeps;
  readonly #row: ReadingRow;
  readonly #ticket: ReadingTicket;
  readonly #cut = new AbortController();
  #mailbox: Mailbox | null = null;
  #lastUid: number;
  #isStopping = false;
  /** It gives its connection to another mailbox. */
  #isYielding = false;
  /** When it began to wait for new mails; null while it reads. */
  idleSince: number | null = null;

  constructor(deps: ReaderDeps, row: ReadingRow) {
    this.#deps = deps;
    this.#row = row;
    this.#ticket = { workspaceId: row.workspaceId, credentialId: row.credentialId, lease: row.lease };
    this.#lastUid = row.lastUid ?? 0;
  }

  get lease(): number {
    return this.#ticket.lease;
  }

  /** Ends the connection at once. Nothing more is written. */
  stop(): void {
    this.#isStopping = true;
    this.#cut.abort();
    this.#mailbox?.close();
  }

  /** Gives the connection to another mailbox; this one gets a turn again later. */
  giveWay(): void {
    this.#isYielding = true;
    this.#mailbox?.close();
  }

  async run(): Promise<void> {
    const startedAt = this.#now;
    try {
      const fault = await this.#read();
      if (fault !== null) await this.#end(fault, startedAt);
    } catch (error) {
      if (this.#isStopping) return;
      if (this.#isYielding) return await this.#rest();
      if (!(error instanceof MailboxError)) throw error;
      await this.#end(error.fault, startedAt);
    } finally {
      this.#mailbox?.close();
    }
  }

  get #now(): number {
    return this.#deps.core.clock.now();
  }

  /** A fault if the mailbox could not be opened; null if this process has lost the lease. */
  async #read(): Promise<MailboxFault | null> {
    const { store, accounts, signIns, tell } = this.#deps;
    const account = await accounts.byId(this.#row.credentialId);
    if (account === null || account.workspaceId !== this.#row.workspaceId) return null;
    const opened = await signIns.open(account, this.#row, this.#cut.signal);
    if (!opened.ok) return this.#isStopping ? null : opened.fault;
    this.#mailbox = opened.mailbox;
    if (this.#isStopping || !(await store.begin(this.#ticket, this.#now))) return null;
    tell(this.#row.workspaceId);
    let isKnown = opened.mailbox.uidValidity === this.#row.uidValidity && this.#row.lastUid !== null;
    for (;;) {
      const lookedAt = this.#now;
      const isMine = isKnown ? await this.#catchUp(opened.mailbox) : await this.#beginAnew(opened.mailbox);
      if (!isMine || !(await store.progress(this.#ticket, { lookedAt }))) return null;
      isKnown = true;
      this.idleSince = this.#now;
      await opened.mailbox.wait();
      this.idleSince = null;
    }
  }

  /** Reads what has arrived since the last processed mail. Returns false if this process has lost the lease. */
  async #catchUp(mailbox: Mailbox): Promise<boolean> {
    const missed = (mailbox.uidNext ?? 0) - this.#lastUid;
    const since = missed > catchUpMax ? new Date(this.#now - lookBackMs) : undefined;
    const uids = await mailbox.after(this.#lastUid, since);
    return this.#deal(mailbox, uids.slice(-catchUpMax), null);
  }

  /**
   * Where to begin in a mailbox that is read for the first time, or has a new UIDVALIDITY (RFC 3501 section 2.3.1.1): with
   * what has arrived since it was last read, by the server's dates. If only new mails count, nothing is searched.
   */
  async #beginAnew(mailbox: Mailbox): Promise<boolean> {
    const { lookedAt, readFrom } = this.#row;
    const from = lookedAt === null ? readFrom : lookedAt - clockSlackMs;
    const { uidValidity } = mailbox;
    // A search uses days in the server's own time zone, so it starts one day earlier.
    const uids = from === null ? [] : (await mailbox.after(0, new Date(from - dayMs))).slice(-catchUpMax);
    this.#lastUid = (uids[0] ?? (await nextUid(mailbox))) - 1;
    if (!(await this.#deps.store.progress(this.#ticket, { uidValidity, lastUid: this.#lastUid })))
      return false;
    return this.#deal(mailbox, uids, from);
  }

  async #deal(mailbox: Mailbox, uids: readonly number[], from: number | null): Promise<boolean> {
    for (let at = 0; at < uids.length; at += batchMax) {
      const batch = uids.slice(at, at + batchMax);
      for (const head of await mailbox.heads(batch)) {
        const isOld = from !== null && head.receivedAt !== null && head.receivedAt < from;
        if (!isOld && this.#mayConcernUs(head)) {
          if (!(await this.#take(mailbox, head))) return false;
          if (!(await this.#reached(head.uid))) return false;
        }
      }
      if (!(await this.#reached(batch.at(-1) ?? this.#lastUid))) return false;
    }
    return true;
  }

  #mayConcernUs({ header }: MailHead): boolean {
    try {
      return this.#deps.mails.mayConcernUs(header);
    } catch (error) {
      this.#warn("A mail's header could not be looked at", error);
      return false;
    }
  }

  async #take(mailbox: Mailbox, { uid, size, receivedAt }: MailHead): Promise<boolean> {
    const { credentialId, workspaceId } = this.#row;
    const { mails, tries } = this.#deps;
    const raw = await mailbox.bytes(uid);
    if (this.#isStopping) return false;
    if (raw === null) return true;
    const key = `${credentialId} INBOX ${mailbox.uidValidity} ${uid}`;
    try {
      const isWhole = raw.length >= size;
      await mails.take({ workspaceId, credentialId, key, receivedAt: receivedAt ?? this.#now, raw, isWhole });
      tries.delete(credentialId);
      return true;
    } catch (error) {
      const known = tries.get(credentialId);
      const count = (known?.key === key ? known.count : 0) + 1;
      tries.set(credentialId, { key, count });
      this.#warn("A mail of a mailbox could not be dealt with", error);
      // A mail that fails every time must not block all later ones.
      if (count >= triesMax) return true;
      throw new MailboxError({ kind: "wait", reason: reason("mailbox_unkept") });
    }
  }

  async #reached(uid: number): Promise<boolean> {
    if (uid <= this.#lastUid) return true;
    this.#lastUid = uid;
    return this.#deps.store.progress(this.#ticket, { lastUid: uid });
  }

  async #end(fault: MailboxFault, startedAt: number): Promise<void> {
    const { core, store, accounts, notice, tell } = this.#deps;
    const { workspaceId, credentialId } = this.#row;
    const isStopped = fault.kind === "person";
    // Only a connection that lasted for a while resets the count of failures: one that is dropped each time is tried at growing intervals.
    const lasted = this.#now - startedAt >= inboundLimits.idleMs;
    const failures = lasted ? 1 : this.#row.failures + 1;
    const account = isStopped ? await accounts.byId(credentialId) : null;
    const job = account === null ? null : notice(account);
    const waitMs = restMs({ failures, atLeastMs: fault.waitMs ?? 0, random: this.#deps.random() });
    const ended = {
      state: isStopped ? "stopped" : "resting",
      reason: fault.reason,
      failures,
      waitMs,
    } as const;
    if (!(await store.end(this.#ticket, { ...ended, now: this.#now }, job))) return;
    core.log.info("A mailbox is not read just now", {
      workspace: workspaceId,
      account: credentialId,
      state: ended.state,
      reason: fault.reason.code,
    });
    tell(workspaceId);
    if (job !== null) this.#deps.wrote();
  }

  async #rest(): Promise<void> {
    const { failures } = this.#row;
    const turn = { state: "waiting", reason: null, failures, waitMs: inboundLimits.turnMs } as const;
    await this.#deps.store.end(this.#ticket, { ...turn, now: this.#now });
  }

  #warn(message: string, error: unknown): void {
    const { workspaceId: workspace, credentialId: account } = this.#row;
    // The error's message may quote a stranger's mail; its name is enough to find the place.
    const thrown = error instanceof Error ? error.name : typeof error;
    this.#deps.core.log.warn(message, { workspace, account, thrown });
  }
}

/** The UID that the next mail will get, even if the server does not say it. */
async function nextUid(mailbox: Mailbox): Promise<number> {
  return mailbox.uidNext ?? ((await mailbox.after(0)).at(-1) ?? 0) + 1;
}

/** The delay doubles with each failure. Half of it is random, so that mailboxes are not all opened at once. */
function restMs({
  failures,
  atLeastMs,
  random,
}: {
  failures: number;
  atLeastMs: number;
  random: number;
}): number {
  const { restFirstMs, restLongestMs } = inboundLimits;
  const grown = Math.min(restLongestMs, restFirstMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(Math.max(grown, atLeastMs) * (0.75 + random / 2));
}
