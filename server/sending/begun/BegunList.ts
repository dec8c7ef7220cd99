import { begunLimits } from "../../../contract/limits/sending.ts";
import type { BegunRunStore } from "../../../db/stores/installation/begunRun.ts";
import type { Clock } from "../../core/clock.ts";
import type { Log } from "../../log/log.ts";
import type { MailJournal } from "../senders/sender.ts";
import type { BegunFile } from "./begunFile.ts";
import { headOf, type LeftBehind, leftIn } from "./leftIn.ts";

type Options = {
  file: BegunFile;
  /** What names the list that belongs to the database, kept in the database itself. */
  kept: BegunRunStore;
  newId(): string;
  clock: Pick<Clock, "now">;
  log: Log;
};

/** Of senders that ended in mid-send: mails at which they did, and how many of them each. */
export type Deaths = { died: ReadonlyMap<string, number>; isCareful: boolean };

/** A mail whose end may have left: nothing was said to it yet, or when it was taken, or that it was not. */
type Said = null | { takenAt: number } | "not taken";

/**
 * The sender's list of the mails whose end may have left, in a file that is written to before that and never synced:
 * what the operating system has survives `kill -9`, and a power loss shows by the boot's name. It tells apart, among
 * many mails that were claimed, the few of which nobody can know what became of them. What the server said of a mail
 * is noted as well, with the next mail that begins, since outcomes are written to the database many at once.
 *
 * After a process that died with mails on their way it composes one mail at a time and says of each that it does, and that
 * it has: so one that kills whoever prepares it is known after a few deaths, however many were claimed together with it, and
 * none is blamed that only waited for its turn.
 */
export class BegunList {
  readonly #options: Options;
  /** Those that are not settled yet. */
  readonly #begun = new Map<string, Said>();
  /** The one that is being composed; known where the last sender died. */
  #preparing: string | null = null;
  /** Settled once it has been, and whichever else waits for that. */
  #composing: Promise<unknown> = Promise.resolve();
  /** At which senders died, and how many of them, until one gets them through. */
  #died = new Map<string, number>();
  #isCareful = false;
  /** What has to be in the file before the next mail begins. */
  #pending = "";
  #run: string | null = null;
  /** This process has begun a list. */
  #isWriter = false;
  #lines = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether it is written: else whatever is claimed when this process is killed is in doubt. */
  get isKept(): boolean {
    return this.#run !== null;
  }

  /**
   * What the sender before this process left; null where that cannot be known, so that whatever it had claimed is in
   * doubt: the file is gone, torn, of another boot or another run, or its writer may still be alive.
   */
  async left(): Promise<LeftBehind | null> {
    const { file, kept } = this.#options;
    const run = await kept.read();
    // Of what this very process had under way before it lost the right to send, some may go on.
    if (this.#isWriter || run === null || !file.take()) return null;
    return leftIn(file.read(), { run, boot: file.boot });
  }

  /**
   * Begins this process's own list. To be called once nothing is claimed any more, with the mails at which senders
   * died; `isCareful` if the last sender died at all.
   */
  async start({ died, isCareful }: Deaths = { died: new Map(), isCareful: false }): Promise<void> {
    const { file, kept, newId, log } = this.#options;
    const run = newId();
    this.#run = null;
    this.#died = new Map(died);
    this.#isCareful = isCareful;
    this.#isWriter = true;
    // First, so that no file is believed that is not this one.
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

  /** Makes a mail; after a death in mid-send one at a time, and said, so that the one at which the next process ends is known. */
  composing<M>(id: string, compose: () => M | Promise<M>): M | Promise<M> {
    if (!this.#isCareful || this.#run === null) return compose();
    const composed = this.#composing.then(() => this.#prepare(id, compose));
    // Whoever asked for it is told; the next one takes its turn.
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
      // At once: from now on it waits for others, and whatever ends this process meanwhile is not its doing.
      this.#note(`c ${id}\n`);
    }
  }

  /** What a sender calls as it hands a mail over. */
  journalOf(id: string): MailJournal {
    return {
      begins: () => this.#begins(id),
      answered: (isTaken) => this.#answered(id, isTaken),
    };
  }

  /** These are in the database, so what is known of them here is needed no more. */
  settled(settled: readonly { id: string; state: string }[]): void {
    let mayBeginAgain = false;
    for (const { id, state } of settled) {
      const wasListed = this.#begun.delete(id);
      // One that may be claimed again has to be off the list by then: else it would count as begun before it is.
      mayBeginAgain ||= wasListed && state !== "sent";
    }
    const isLong = this.#lines >= begunLimits.linesMax;
    if (this.#run === null || (!mayBeginAgain && !isLong)) return;
    try {
      this.#write(this.#run);
    } catch (error) {
      // The one that there is goes on: it says more than it needs to.
      this.#options.log.warn("The list of what is being sent could not be shortened", { error });
    }
  }

  /** Nothing is under way any more, so whoever comes next may read the list. */
  end(): void {
    this.#run = null;
    this.#options.file.release();
  }

  /** @throws where neither the mail could be listed nor the list be taken away: then it must not go. */
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
      // Neither noted nor taken away: the same keeps the mail back when it is about to begin.
    }
  }

  #list(line: string): void {
    const { file, log } = this.#options;
    try {
      file.append(`${this.#pending}${line}`);
      this.#pending = "";
      this.#lines += 1;
    } catch (error) {
      // A list that is not whole must not be believed.
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

  /** The whole list anew, with nothing but what is not settled. */
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
