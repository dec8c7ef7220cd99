import type { AccountHealth } from "../../../../contract/schemas/accounts/health.ts";
import { accountHealthTexts } from "../../../../contract/texts/accountHealth.ts";
import { weekdayTime } from "../../../_data/momentsHere.ts";
import { useTexts } from "../../../_data/useTexts.ts";

/** The day of the ramp-up, and when used budget becomes available again; the bar itself is above. */
export function BudgetTimes({ budget }: Pick<AccountHealth, "budget">) {
  const texts = useTexts(accountHealthTexts).budget;
  const { rampDay, growsAt, countMax, freesAt, freeAt, freesCount } = budget;
  const ramp =
    rampDay === null || growsAt === null || countMax === null
      ? ""
      : texts.rampDay({ day: rampDay, max: countMax, more: weekdayTime(growsAt) });
  const frees =
    freesAt === null || freeAt === null || countMax === null
      ? ""
      : texts.frees({ count: freesCount, first: weekdayTime(freesAt), last: weekdayTime(freeAt) });
  const said = [ramp, frees].filter(Boolean).join(" ");
  return said === "" ? null : <p className="muted">{said}</p>;
}
