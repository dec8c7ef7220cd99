import type { Credential } from "../../../../contract/schemas/credential.ts";
import { accountHealthTexts } from "../../../../contract/texts/accountHealth.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { BudgetTimes } from "./BudgetTimes.tsx";
import { Domain } from "./domain/Domain.tsx";
import { Health } from "./Health.tsx";

/** What an account's card tells below its name and its bar; each part is a section with a heading of its own. */
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
      {/* What the sandbox sends reaches nobody whose server would ask. */}
      {credential.provider === "sandbox" ? null : <Domain credential={credential} />}
    </div>
  );
}
