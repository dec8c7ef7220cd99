import { useId, useState } from "react";
import type { KeyUsage } from "../../../contract/schemas/keys.ts";
import { type ApiTexts, apiTexts } from "../../../contract/texts/workspace/api.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { DayBars } from "../../_parts/days/DayBars.tsx";
import { dayText } from "../../_parts/days/dayText.ts";
import type { Status } from "../../_parts/Notice.tsx";
import { Table, type TableColumn } from "../../_parts/Table.tsx";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";

type Kind = keyof ApiTexts["usage"]["kinds"];
type Day = KeyUsage["days"][number];
type OfKey = KeyUsage["keys"][number];

const kinds: readonly Kind[] = ["done", "refused", "failed"];
const statusOf: Record<Kind, Status> = { done: "sent", refused: "uncertain", failed: "failed" };

/** How much the workspace's keys have called: a small plot for each kind of answer, and what each key has part in it. */
export function Usage() {
  const { usage: texts } = useTexts(apiTexts);
  const usage = useLoad(queries.keyUsage());
  return (
    <section className="api-usage" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <WhenLoaded what={texts.what} loaded={usage} rows={3}>
        {({ days, keys }) =>
          keys.length === 0 ? <p className="muted">{texts.none}</p> : <Counted days={days} keys={keys} />
        }
      </WhenLoaded>
    </section>
  );
}

function Counted({ days, keys }: KeyUsage) {
  const { usage: texts } = useTexts(apiTexts);
  const [asTable, setAsTable] = useState(false);
  const table = useId();
  return (
    <>
      <div className="day-plots">
        {kinds.map((kind) => {
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
      <Table caption={texts.byKey} columns={keyColumns(texts)} rows={keys} rowKey={({ keyId }) => keyId} />
      <Button
        variant="quiet"
        aria-expanded={asTable}
        aria-controls={asTable ? table : undefined}
        onClick={() => setAsTable(!asTable)}
      >
        {asTable ? texts.hideTable : texts.showTable}
      </Button>
      {asTable ? (
        <div id={table}>
          <Table
            caption={texts.byDay}
            columns={dayColumns(texts)}
            rows={days.filter((day) => kinds.some((kind) => day[kind] > 0)).toReversed()}
            rowKey={({ day }) => String(day)}
          />
        </div>
      ) : null}
    </>
  );
}

function keyColumns(texts: ApiTexts["usage"]): TableColumn<OfKey>[] {
  return [
    { key: "key", title: texts.key, cell: ({ name }) => name || texts.gone },
    ...countColumns<OfKey>(texts),
  ];
}

function dayColumns(texts: ApiTexts["usage"]): TableColumn<Day>[] {
  return [{ key: "day", title: texts.day, cell: ({ day }) => dayText(day) }, ...countColumns<Day>(texts)];
}

function countColumns<Row extends Record<Kind, number>>(texts: ApiTexts["usage"]): TableColumn<Row>[] {
  return kinds.map((kind) => ({
    ...{ key: kind, title: texts.kinds[kind], align: "end" as const },
    cell: (row) => texts.count(row[kind]),
  }));
}
