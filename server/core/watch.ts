import type { Database } from "../../db/database.ts";
import { Alarm } from "./Alarm.ts";
import type { Waits } from "./waits.ts";

type Options = {
  notices: Database["notices"];
  /** The word to every process of the database that there is something to do. */
  notice: string;
  waits?: Pick<Waits, "after">;
  /** Does what there is to do, and answers how long may be waited for the next look. It must not throw. */
  look(): Promise<number>;
};

/** Looks for work again and again: when the time that a look gave is over, or somebody says that there is some. */
export function createWatch({ notices, notice, waits, look }: Options) {
  const alarm = new Alarm(waits);
  let isClosing = false;
  let working: Promise<void> = Promise.resolve();
  let deafen = () => {};

  async function work(): Promise<void> {
    while (!isClosing) {
      alarm.set();
      const waitMs = await look();
      if (!isClosing) await alarm.wait(waitMs);
    }
  }

  return {
    get isClosing(): boolean {
      return isClosing;
    },

    /** It is looked at once, by this process. */
    ring: () => alarm.ring(),

    /** It is looked at once, by whoever watches on this database. */
    wake(): void {
      alarm.ring();
      notices?.send(notice);
    },

    start(): void {
      const heard = (text: string) => text === notice && alarm.ring();
      deafen = notices?.listen({ heard, missed: () => alarm.ring() }) ?? deafen;
      working = work();
    },

    /** Looks no more; over once the look under way is. */
    async end(): Promise<void> {
      isClosing = true;
      deafen();
      alarm.ring();
      await working;
    },
  };
}
