import { useRef } from "react";
import { Refusal } from "../../../contract/errors.ts";
import { screenLimits } from "../../../contract/limits/screen.ts";
import { type CrossedEditTexts, crossedEditTexts } from "../../../contract/texts/crossedEdits.ts";
import { useTexts } from "../../_data/useTexts.ts";

/** A field of a form, as a person reads it: what it is called and what stands in it. */
export type ShownField = { name: string; label: string; value: string };

type Saving<Thing, Saved> = {
  thing: keyof CrossedEditTexts["things"];
  /** As the form was opened with it. */
  opened: Thing;
  /** What stands in the form. */
  typed: readonly ShownField[];
  shown: (thing: Thing) => readonly ShownField[];
  read: () => Promise<Thing>;
  /** Whether it is read before the first try, as where the whole of it is written. */
  readsFirst?: boolean;
  /** Saves what was typed over what is there now, and says what that was: the server refuses it where it is another. */
  put: (now: Thing) => Promise<Saved>;
};

const races = ["changed_meanwhile", "template_saved_elsewhere", "lead_changed"];

/**
 * Saves a form without putting what was typed over what somebody else has written into the same field since it was opened:
 * that is told, once, with what stands there now, and whoever saves again means it. What only one of both changed is no matter.
 */
export function useCrossedEdits<Thing>() {
  const texts = useTexts(crossedEditTexts);
  const known = useRef<Thing>(null);

  function refuseCrossed<Saved>(now: Thing, { thing, opened, typed, shown }: Saving<Thing, Saved>): void {
    const before = known.current ?? opened;
    known.current = now;
    const [first, last, current] = [opened, before, now].map((one) => new Map(shown(one).map(byName)));
    const crossed = typed.filter(({ name, value }) => {
      const isTyped = value !== first?.get(name);
      return isTyped && current?.get(name) !== last?.get(name) && current?.get(name) !== value;
    });
    if (crossed.length === 0) return;
    const fields = crossed.map(({ name, label }) => ({ label, now: current?.get(name) ?? "" }));
    throw new Refusal("conflict", texts.crossed({ thing: texts.things[thing], fields }));
  }

  return async <Saved>(saving: Saving<Thing, Saved>): Promise<Saved> => {
    for (let tries = 1; ; tries++) {
      if (saving.readsFirst || tries > 1) refuseCrossed(await saving.read(), saving);
      try {
        return await saving.put(known.current ?? saving.opened);
      } catch (error) {
        const isRace = error instanceof Refusal && races.includes(error.reason.code);
        if (!isRace || tries === screenLimits.crossedTries) throw error;
      }
    }
  };
}

const byName = ({ name, value }: ShownField): [string, string] => [name, value];
