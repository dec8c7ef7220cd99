import { leaseLimits } from "../../../contract/limits/sending.ts";
import type { AccountLeaseStore } from "../../../db/stores/sending/accountLeases.ts";
import type { Waits } from "../../core/waits.ts";
import type { Log } from "../../log/log.ts";
import type { Waiting } from "./tally.ts";

type Options = {
  leases: Pick<AccountLeaseStore, "noteWaiting">;
  holder: string;
  waits: Pick<Waits, "after">;
  log: Log;
  /** Whoever answers people asks the lanes themselves. */
  isAlone: boolean;
};

type Note = { wanted: Waiting | null; written: string; isDue: boolean };

/** Why lanes do not send just now, written down for servers elsewhere: the newest alone, and not with every mail. */
export class WaitingNotes {
  readonly #options: Options;
  readonly #notes = new Map<string, Note>();

  constructor(options: Options) {
    this.#options = options;
  }

  note(credentialId: string, waiting: Waiting | null): void {
    if (this.#options.isAlone) return;
    const note = this.#notes.get(credentialId) ?? { wanted: null, written: "null", isDue: false };
    this.#notes.set(credentialId, note);
    note.wanted = waiting;
    if (note.isDue || JSON.stringify(waiting) === note.written) return;
    note.isDue = true;
    this.#options.waits.after(leaseLimits.noteEveryMs, () => void this.#write(credentialId, note));
  }

  async #write(credentialId: string, note: Note): Promise<void> {
    const { leases, holder, log } = this.#options;
    const { wanted } = note;
    note.isDue = false;
    try {
      await leases.noteWaiting(holder, credentialId, wanted);
      note.written = JSON.stringify(wanted);
    } catch (error) {
      // The next report writes it.
      log.debug("Why an account waits could not be noted", { account: credentialId, error });
    }
  }
}
