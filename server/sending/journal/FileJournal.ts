import { journalLimits } from "../../../contract/limits/sending.ts";
import type { JournalRunStore } from "../../../db/stores/installation/journalRun.ts";
import type { Clock } from "../../core/clock.ts";
import type { Log } from "../../log/log.ts";
import type { MailJournal } from "../senders/sender.ts";
import type { JournalFile } from "./journalFile.ts";
import { headOf, type LeftBehind, readJournal } from "./readJournal.ts";

type Options = {
  file: JournalFile;
  /** Where the database keeps the id of the file that belongs to it. */
  kept: JournalRunStore;
  newId(): string;
  clock: Pick<Clock, "now">;
  log: Log;
};

/** What is known of senders that died in mid-send: for each mail that was being composed then, how many died at it. */
export type Deaths = { died: ReadonlyMap<string, number>; isCareful: boolean };

/** What the server said of a mail whose end may have left: nothing yet, that it took the mail, or that it did not. */
type Said = null | { takenAt: number } | "not taken";

/**
 * The journal of a sender that has the database to itself: a file that lists the mails whose end may have left. If the
 * sender dies, the next one learns from it which of the claimed mails may have left without an answer. Only those are
 * uncertain; the others can be settled.
 *
 * A mail is appended before its end leaves, and nothing is synced: what the operating system has been given survives
 * `kill -9`, and a power loss shows in the boot's id. What the server answered is appended with the next mail that
 * begins, because outcomes reach the database only in batches.
 *
 * After a process that died in mid-send, mails are composed one at a time, and the file says of each when that begins and
 * when it is done. So a mail that kills whoever composes it is found after a few deaths, however many were claimed
 * with it, and no mail is blamed that only waited for its turn.
 */
export class FileJournal {
  readonly #options: Options;
  /** Mails that have begun and are not settled yet. */
  readonly #begun = new Map<string, Said>();
  /** The mail that is being composed, if mails are composed one at a time. */
  #preparing: string | null = null;
  /** Resolves once that mail, and all that wait behind it, are composed. */
  #composing: Promise<unknown> = Promise.resolve();
  /** Mails at which senders died, and how many did, until one has composed them. */
  #died = new Map<string, number>();
  #isCareful = false;
  /** Lines that have to be in the file before the next mail begins. */
  #pending = "";
  #run: string | null = null;
  /** Whether this process has begun a file of its own. */
  #isWriter = false;
  #lines = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether the file is being written. If it is not, every claimed mail is in doubt when this process is killed. */
  get isKept(): boolean {
    return this.#run !== null;
  }

  /**
   * What the sender before this process left. Null if that cannot be known, and so all that it had claimed is in doubt:
   * the file is gone, torn, of another boot or another database, or its writer may still be alive.
   */
  async leftBehind(): Promise<LeftBehind | null> {
    const { file, kept } = this.#options;
    const run = await kept.read();
    // If this very process was the sender and lost that right, some of its mails may still be on their way.
    if (this.#isWriter || run === null || !file.take()) return null;
    return readJournal(file.read(), { run, boot: file.boot });
  }

  /**
   * Begins this process's own file. To be called once nothing is claimed any more. `died` has the mails at which senders
   * died; `isCareful` is true if the last sender died in mid-send at all.
   */
  async start({ died, isCareful }: Deaths = { died: new Map(), isCareful: false }): Promise<void> {
    const { file, kept, newId, log } = this.#options;
    const run = newId();
    this.#run = null;
    this.#died = new Map(died);
    this.#isCareful = isCareful;
    this.#isWriter = true;
    // Before the file changes, so that after a kill no other file is believed.
    await kept.write(null);
    if (file.boot === null || !file.take()) return;
    try {
      this.#write(run);
    } catch (error) {
      log.warn(lost, { error });
      return;
    }
    await kept.write(run);
    this.#run = run;
  }

  /** Composes a mail. After a death in mid-send that is done one at a time and noted, so that a mail that kills is found. */
  composing<M>(id: string, compose: () => M | Promise<M>): M | Promise<M> {
    if (!this.#isCareful || this.#run === null) return compose();
    const composed = this.#composing.then(() => this.#prepare(id, compose));
    // Whoever asked for the mail handles its failure; the next one just takes its turn.
    this.#composing = composed.catch(() => {});
    return composed;
  }

  async #prepare<M>(id: string, compose: () => M | Promise<M>): Promise<M> {
    this.#preparing = id;
    this.#note(`p ${id}\n`);
    try {
      return await compose();
    } finally {
      this.#preparing = null;
      this.#died.delete(id);
      // At once: from now on the mail only waits, and is not to blame for whatever ends this process.
      this.#note(`c ${id}\n`);
    }
  }

  /** What a sender calls while it sends a mail. */
  journalOf(id: string): MailJournal {
    return {
      begins: () => this.#begins(id),
      answered: (isTaken) => this.#answered(id, isTaken),
    };
  }

  /** These outcomes are in the database, so the journal need not keep them. */
  settled(settled: readonly { id: string; state: string }[]): void {
    let mayBeginAgain = false;
    for (const { id, state } of settled) {
      const wasListed = this.#begun.delete(id);
      // A mail that may be claimed again must be off the list by then, or it would count as begun before it has.
      mayBeginAgain ||= wasListed && state !== "sent";
    }
    const isLong = this.#lines >= journalLimits.linesMax;
    if (this.#run === null || (!mayBeginAgain && !isLong)) return;
    try {
      this.#write(this.#run);
    } catch (error) {
      // The longer file is still right.
      this.#options.log.warn("The list of what is being sent could not be shortened", { error });
    }
  }

  /** Nothing is under way any more, so the next sender may read the file. */
  end(): void {
    this.#run = null;
    this.#options.file.release();
  }

  /** @throws if the mail can neither be listed nor the file be removed; the mail must not go out then. */
  #begins(id: string): void {
    if (this.#begun.has(id)) return;
    if (this.#run !== null) this.#list(`b ${id}\n`);
    this.#begun.set(id, null);
  }

  #note(line: string): void {
    if (this.#run === null) return;
    try {
      this.#list(line);
    } catch {
      // The line could not be written nor the file be removed. The same will stop the mail when it is about to begin.
    }
  }

  #list(line: string): void {
    const { file, log } = this.#options;
    try {
      file.append(`${this.#pending}${line}`);
      this.#pending = "";
      this.#lines += 1;
    } catch (error) {
      // An incomplete file must not be believed.
      file.remove();
      this.#run = null;
      log.warn(lost, { error });
    }
  }

  #answered(id: string, isTaken: boolean): void {
    if (this.#begun.get(id) !== null) return;
    const said = isTaken ? { takenAt: this.#options.clock.now() } : "not taken";
    this.#begun.set(id, said);
    if (this.#run === null) return;
    this.#pending += lineOf(id, said);
    this.#lines += 1;
  }

  /** Replaces the file by one with only what is not settled. */
  #write(run: string): void {
    const { file } = this.#options;
    const lines = [
      ...[...this.#died].map(([id, count]) => `d ${id} ${count}\n`),
      ...[...this.#begun].map(([id, said]) => `b ${id}\n${said === null ? "" : lineOf(id, said)}`),
      ...(this.#preparing === null ? [] : [`p ${this.#preparing}\n`]),
    ];
    file.replace(`${headOf(run, file.boot)}${lines.join("")}`);
    this.#pending = "";
    this.#lines = lines.length;
  }
}

const lost = "What is being sent cannot be listed, so less is taken up at once";

function lineOf(id: string, said: Exclude<Said, null>): string {
  return said === "not taken" ? `n ${id}\n` : `t ${id} ${said.takenAt}\n`;
}
