import type { AccountHealth } from "../../../../contract/schemas/accounts/health.ts";
import { accountHealthTexts } from "../../../../contract/texts/accountHealth.ts";
import { momentsHere } from "../../../_data/momentsHere.ts";
import { useTexts } from "../../../_data/useTexts.ts";

/** Which day of a ramp-up it is, and when what went counts no more; the bar itself stands above. */
export function BudgetTimes({ budget }: Pick<AccountHealth, "budget">) {
  const texts = useTexts(accountHealthTexts).budget;
  const { rampDay, growsAt, countMax, freesAt, freeAt, freesCount } = budget;
  const ramp =
    rampDay === null || growsAt === null || countMax === null
      ? ""
      : texts.rampDay({ day: rampDay, max: countMax, more: clock(growsAt) });
  const frees =
    freesAt === null || freeAt === null || countMax === null
      ? ""
      : texts.frees({ count: freesCount, first: clock(freesAt), last: clock(freeAt) });
  const said = [ramp, frees].filter(Boolean).join(" ");
  return said === "" ? null : <p className="muted">{said}</p>;
}

function clock(at: number): string {
  return momentsHere({ weekday: "short", hour: "numeric", minute: "2-digit" }).format(at);
}
