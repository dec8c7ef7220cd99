import { journalLimits } from "../../../contract/limits/sending.ts";
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
  /** What the account's last holder noted, and the ids of its mails that are not settled. */
  notes: readonly NumberedNote[];
  underWay: readonly string[];
};

/**
 * The journal of one account where several machines share a database: rows of a table, written by the very statements
 * that claim, settle and begin mails. If the sender dies, the next holder of the account's lease learns from them which of
 * the claimed mails may have left without an answer. Only those are uncertain; the others can be settled.
 */
export class AccountJournal {
  readonly isKept = true;
  /**
   * A mail is noted when it is handed over, and not only when its end leaves. So no more mails may be handed over than there
   * are connections: every further one would be in doubt after a kill.
   */
  readonly isNotedAhead = true;
  readonly #clock: Pick<Clock, "now">;
  readonly #open: Map<string, OpenMail>;
  /** Mails whose answer from the server is not in the journal yet. */
  readonly #unwritten = new Set<string>();
  #number: number;
  /** How many ids its rows name, open or not. The first thing to do is to compact what the last holder left. */
  #length: number = journalLimits.idsMax;

  constructor({ clock, notes, underWay }: Options) {
    this.#clock = clock;
    this.#open = openIn(notes.map(({ note }) => note));
    const known = new Set(underWay);
    for (const id of [...this.#open.keys()]) if (!known.has(id)) this.#open.delete(id);
    this.#number = notes.at(-1)?.number ?? 0;
  }

  /** Mails that the last holder claimed and did not settle. */
  open(): ReadonlyMap<string, OpenMail> {
    return this.#open;
  }

  /** Whether it is time to compact the journal. Read it only while no commit is in progress. */
  get isLong(): boolean {
    return this.#length >= journalLimits.idsMax;
  }

  /**
   * The note to write right before these mails go out. They are in doubt from now on, even if nobody learns whether the
   * note was written.
   */
  beginning(ids: readonly string[]): NumberedNote {
    const said = [...this.#unwritten].flatMap((id) => {
      const known = this.#open.get(id)?.said;
      return known === undefined ? [] : [{ id, known }];
    });
    for (const id of ids) {
      this.#open.set(id, { bucketAt: this.#open.get(id)?.bucketAt ?? null, said: "in doubt" });
      this.#unwritten.delete(id);
    }
    this.#length += said.length + ids.length;
    const taken = said.flatMap(({ id, known }) =>
      typeof known === "object" ? [[id, known.takenAt] as const] : [],
    );
    const notTaken = said.flatMap(({ id, known }) => (known === "not begun" ? [id] : []));
    return this.#next({ taken, notTaken, begun: ids });
  }

  /** To be called once that note was written. */
  noted({ note: { taken = [], notTaken = [] } }: NumberedNote): void {
    for (const [id] of taken) this.#unwritten.delete(id);
    for (const id of notTaken) this.#unwritten.delete(id);
  }

  /** The note in the commit that settles and claims. */
  committing({ settled, claimed, bucketAt }: Commit): NumberedNote {
    return this.#next({
      ...(settled.length > 0 && { settled: settled.map(({ id }) => id) }),
      ...(claimed.length > 0 && { claimed: [{ bucketAt, ids: claimed.map(({ id }) => id) }] }),
    });
  }

  /** To be called after that commit. */
  committed({ settled, claimed, bucketAt }: Commit): void {
    for (const { id } of settled) {
      this.#open.delete(id);
      this.#unwritten.delete(id);
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

  /**
   * Nothing is noted about composing: whichever mail a sender dies at, all that had begun are uncertain, and none of them is
   * sent again automatically.
   */
  composing<M>(_: string, compose: () => M): M {
    return compose();
  }

  /** What a sender calls while it sends a mail that was noted as beginning. */
  journalOf(id: string): MailJournal {
    return {
      begins: () => {
        if (this.#open.get(id)?.said !== "in doubt")
          throw new Error("a mail is to be sent that the journal does not know");
      },
      answered: (isTaken) => {
        const known = this.#open.get(id);
        if (known?.said !== "in doubt") return;
        known.said = isTaken ? { takenAt: this.#clock.now() } : "not begun";
        this.#unwritten.add(id);
      },
    };
  }

  #next(note: MailNote): NumberedNote {
    this.#number += 1;
    return { number: this.#number, note };
  }
}
