import type { Credential } from "../../../../contract/schemas/credential.ts";
import { accountHealthTexts } from "../../../../contract/texts/accountHealth.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { BudgetTimes } from "./BudgetTimes.tsx";
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
