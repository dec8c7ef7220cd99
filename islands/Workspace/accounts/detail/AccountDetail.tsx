import type { AccountHealth } from "../../../../contract/schemas/accounts/health.ts";
import type { Credential } from "../../../../contract/schemas/credential.ts";
import { accountHealthTexts } from "../../../../contract/texts/accountHealth.ts";
import { weekdayTime } from "../../../_data/momentsHere.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { Domain } from "./domain/Domain.tsx";
import { Health } from "./Health.tsx";

/** The part of an account's card below its name and bar, in sections with headings. */
export default function AccountDetail({ credential }: { credential: Credential }) {
  const texts = useTexts(accountHealthTexts);
  const health = useLoad(queries.accountHealth(credential._id));
  return (
    <div className="account-detail">
      <WhenLoaded what={texts.what} loaded={health} rows={4}>
        {({ budget, days }) => (
          <>
            <BudgetTimes budget={budget} />
            <Health days={days} who={credential.sender} />
          </>
        )}
      </WhenLoaded>
      {/* The sandbox reaches no mail servers, so its domain does not matter. */}
      {credential.provider === "sandbox" ? null : <Domain credential={credential} />}
    </div>
  );
}

/** The day of the ramp-up, and when used budget becomes available again; the bar itself is above. */
function BudgetTimes({ budget }: Pick<AccountHealth, "budget">) {
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
