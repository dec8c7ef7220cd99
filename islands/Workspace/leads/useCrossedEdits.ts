import { useRef } from "react";
import { Refusal } from "../../../contract/errors.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import type { CustomField } from "../../../contract/schemas/leadFields.ts";
import { leadFormTexts } from "../../../contract/texts/workspace/leadForms.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { ownDefaults } from "./fields/OwnFields.tsx";

const names = ["firstName", "lastName", "email", "phone"] as const;
type Typed = Pick<Lead, (typeof names)[number]> & { own: Readonly<Record<string, string>> };

/**
 * Refuses to put what was typed over what somebody else has written into the same field since the form was opened, once, with
 * what stands there now: whoever saves again means it. What only one of both changed is no matter.
 */
export function useCrossedEdits(fields: readonly CustomField[]) {
  const texts = useTexts(leadFormTexts);
  const known = useRef<Lead>(null);
  return (typed: Typed, { opened, now }: { opened: Lead; now: Lead }): void => {
    const before = known.current ?? opened;
    known.current = now;
    const shown = (lead: Lead): Typed => ({ ...lead, own: ownDefaults(fields, lead.fields) });
    const [first, last, current] = [shown(opened), shown(before), shown(now)];
    const isCrossed = (of: (values: Typed) => string | undefined) =>
      of(typed) !== of(first) && of(current) !== of(last) && of(current) !== of(typed);
    const crossed = [
      ...names
        .filter((key) => isCrossed((values) => values[key]))
        .map((key) => ({ label: texts.form.plain[key], now: current[key] })),
      ...fields
        .filter(({ key }) => isCrossed(({ own }) => own[key]))
        .map(({ key, label }) => ({ label, now: current.own[key] ?? "" })),
    ];
    if (crossed.length > 0) throw new Refusal("conflict", texts.form.crossed(crossed));
  };
}
