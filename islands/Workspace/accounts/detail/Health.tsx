import { useId, useState } from "react";
import type { AccountDay } from "../../../../contract/schemas/accounts/health.ts";
import { type AccountHealthTexts, accountHealthTexts } from "../../../../contract/texts/accountHealth.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { DayBars } from "../../../_parts/days/DayBars.tsx";
import { dayText } from "../../../_parts/days/dayText.ts";
import type { Status } from "../../../_parts/Notice.tsx";
import { Table } from "../../../_parts/Table.tsx";

type Kind = keyof AccountHealthTexts["kinds"];

const kinds: readonly Kind[] = ["accepted", "refused", "bounced", "complained", "uncertain"];
const statusOf: Record<Kind, Status> = {
  accepted: "sent",
  refused: "failed",
  bounced: "failed",
  complained: "failed",
  uncertain: "uncertain",
};

/** What came of an account's mails, a small plot for each kind, and all of it as a table for who wants numbers. */
export function Health({ days, who }: { days: readonly AccountDay[]; who: string }) {
  const texts = useTexts(accountHealthTexts);
  const [asTable, setAsTable] = useState(false);
  const table = useId();
  const busy = days.filter((day) => kinds.some((kind) => day[kind] > 0));
  // What nobody knows the end of is rare: a plot of nothing would only ask what it means.
  const shown = kinds.filter((kind) => kind !== "uncertain" || busy.some((day) => day[kind] > 0));
  return (
    <section className="account-health">
      <h4>{texts.title}</h4>
      {busy.length === 0 ? (
        <p className="muted">{texts.none}</p>
      ) : (
        <>
          <div className="day-plots">
            {shown.map((kind) => {
              const sum = days.reduce((all, day) => all + day[kind], 0);
              const name = texts.kinds[kind];
              return (
                <DayBars
                  key={kind}
                  status={statusOf[kind]}
                  name={name}
                  meaning={texts.meanings[kind]}
                  counts={days.map((day) => ({ day: day.day, count: day[kind] }))}
                  sum={texts.count(sum)}
                  label={({ day, count }) =>
                    texts.plot({ kind: name, count: sum, most: count, day: dayText(day) })
                  }
                />
              );
            })}
          </div>
          <p className="muted">{texts.whatCounts}</p>
          <Button
            variant="quiet"
            aria-expanded={asTable}
            aria-controls={asTable ? table : undefined}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? texts.hideTable : texts.showTable}
          </Button>
          {asTable ? (
            <div id={table} className="health-table">
              <Table
                caption={texts.tableOf(who)}
                columns={[
                  { key: "day", title: texts.day, cell: ({ day }: AccountDay) => dayText(day) },
                  ...shown.map((kind) => ({
                    ...{ key: kind, title: texts.kinds[kind], align: "end" as const },
                    cell: (day: AccountDay) => texts.count(day[kind]),
                  })),
                ]}
                rows={busy.toReversed()}
                rowKey={({ day }) => String(day)}
              />
            </div>
          ) : null}
        </>
      )}
    </section>
  );
}
