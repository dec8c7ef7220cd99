import { begunLimits } from "../../../contract/limits/sending.ts";
import {
  type MailNote,
  type NumberedNote,
  type OpenMail,
  openIn,
} from "../../../db/stores/sending/mailJournal.ts";
import type { Clock } from "../../core/clock.ts";
import type { MailJournal } from "../senders/sender.ts";

type Ids = readonly { id: string }[];
type Commit = { settled: Ids; claimed: Ids; bucketAt: number };
type Options = {
  clock: Pick<Clock, "now">;
  /** What the account's last holder noted, and which of its mails nobody has settled. */
  notes: readonly NumberedNote[];
  underWay: readonly string[];
};

/**
 * What whoever finds the sender of an account dead has to know of its mails, where machines share a database: rows of a
 * table, written with the commits and looks that they are about, so that the next holder of the account's lease reads
 * them. It tells apart, among many mails that were claimed, the few of which nobody can know what became of them.
 */
export class AccountJournal {
  readonly isKept = true;
  /** Mails are noted before they are handed over, and not as their end leaves: no more than have a connection may be. */
  readonly isNotedAhead = true;
  readonly #clock: Pick<Clock, "now">;
  readonly #open: Map<string, OpenMail>;
  /** Mails whose answer from the server is not in the journal yet. */
  readonly #untold = new Set<string>();
  #number: number;
  /** How many ids it holds, of open mails and others; what another holder left is to be compacted first. */
  #length: number = begunLimits.journalMax;

  constructor({ clock, notes, underWay }: Options) {
    this.#clock = clock;
    this.#open = openIn(notes.map(({ note }) => note));
    const known = new Set(underWay);
    for (const id of [...this.#open.keys()]) if (!known.has(id)) this.#open.delete(id);
    this.#number = notes.at(-1)?.number ?? 0;
  }

  /** Mails that somebody before this sender claimed and did not settle. */
  open(): ReadonlyMap<string, OpenMail> {
    return this.#open;
  }

  /** Whether it is time to compact the journal. To be asked while no commit is in progress. */
  get isLong(): boolean {
    return this.#length >= begunLimits.journalMax;
  }

  /**
   * The note right before these mails go. They are in doubt from now on, even if it is not known whether the note was
   * written.
   */
  beginning(ids: readonly string[]): NumberedNote {
    const said = [...this.#untold].flatMap((id) => {
      const known = this.#open.get(id)?.said;
      return known === undefined ? [] : [{ id, known }];
    });
    for (const id of ids) {
      this.#open.set(id, { bucketAt: this.#open.get(id)?.bucketAt ?? null, said: "in doubt" });
      this.#untold.delete(id);
    }
    this.#length += said.length + ids.length;
    const taken = said.flatMap(({ id, known }) =>
      typeof known === "object" ? [[id, known.takenAt] as const] : [],
    );
    const notTaken = said.flatMap(({ id, known }) => (known === "not begun" ? [id] : []));
    return this.#next({ taken, notTaken, begun: ids });
  }

  /** The note was written. */
  told({ note: { taken = [], notTaken = [] } }: NumberedNote): void {
    for (const [id] of taken) this.#untold.delete(id);
    for (const id of notTaken) this.#untold.delete(id);
  }

  /** The note in the commit that settles and claims. */
  committing({ settled, claimed, bucketAt }: Commit): NumberedNote {
    return this.#next({
      ...(settled.length > 0 && { settled: settled.map(({ id }) => id) }),
      ...(claimed.length > 0 && { claimed: [{ bucketAt, ids: claimed.map(({ id }) => id) }] }),
    });
  }

  /** That commit was made. */
  committed({ settled, claimed, bucketAt }: Commit): void {
    for (const { id } of settled) {
      this.#open.delete(id);
      this.#untold.delete(id);
    }
    for (const { id } of claimed) this.#open.set(id, { bucketAt, said: "not begun" });
    this.#length += settled.length + claimed.length;
  }

  /** One note with everything that still matters, which replaces all earlier ones. */
  whole(): NumberedNote {
    const claimed = Map.groupBy(this.#open, ([, { bucketAt }]) => bucketAt ?? 0);
    const of = <R>(pick: (id: string, said: OpenMail["said"]) => R[]) =>
      [...this.#open].flatMap(([id, { said }]) => pick(id, said));
    this.#length = this.#open.size;
    return this.#next({
      isWhole: true,
      claimed: [...claimed].map(([bucketAt, mails]) => ({ bucketAt, ids: mails.map(([id]) => id) })),
      taken: of((id, said) => (typeof said === "object" ? [[id, said.takenAt] as const] : [])),
      begun: of((id, said) => (said === "in doubt" ? [id] : [])),
    });
  }

  /** Which mail a sender dies at is not known here: all that it had said to begin are in doubt, and none goes again by itself. */
  composing<M>(_: string, compose: () => M): M {
    return compose();
  }

  /** What a sender calls as it hands over a mail that was noted as beginning. */
  journalOf(id: string): MailJournal {
    return {
      begins: () => {
        if (this.#open.get(id)?.said !== "in doubt") throw new Error("a mail is to go that nobody knows of");
      },
      answered: (isTaken) => {
        const known = this.#open.get(id);
        if (known?.said !== "in doubt") return;
        known.said = isTaken ? { takenAt: this.#clock.now() } : "not begun";
        this.#untold.add(id);
      },
    };
  }

  #next(note: MailNote): NumberedNote {
    this.#number += 1;
    return { number: this.#number, note };
  }
}
