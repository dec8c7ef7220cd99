import type { AccountDay } from "../../../../contract/schemas/accounts/health.ts";
import { type AccountHealthTexts, accountHealthTexts } from "../../../../contract/texts/accountHealth.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { DayPlots, DayTable } from "../../../_parts/days/DayPlots.tsx";
import type { Status } from "../../../_parts/Notice.tsx";

type Kind = keyof AccountHealthTexts["kinds"];

const kinds: readonly Kind[] = ["accepted", "refused", "bounced", "complained", "uncertain"];
const statusOf: Record<Kind, Status> = {
  accepted: "sent",
  refused: "failed",
  bounced: "failed",
  complained: "failed",
  uncertain: "uncertain",
};

/** What became of an account's mails: a small plot for each outcome, and a table with the numbers. */
export function Health({ days, who }: { days: readonly AccountDay[]; who: string }) {
  const texts = useTexts(accountHealthTexts);
  const busy = days.filter((day) => kinds.some((kind) => day[kind] > 0));
  // Uncertain mails are rare, and an empty plot would only raise questions.
  const shown = kinds.filter((kind) => kind !== "uncertain" || busy.some((day) => day[kind] > 0));
  return (
    <section className="account-health">
      <h4>{texts.title}</h4>
      {busy.length === 0 ? (
        <p className="muted">{texts.none}</p>
      ) : (
        <>
          <DayPlots kinds={shown} days={days} statusOf={statusOf} texts={texts} />
          <p className="muted">{texts.whatCounts}</p>
          <DayTable kinds={shown} caption={texts.tableOf(who)} days={days} texts={texts} />
        </>
      )}
    </section>
  );
}
