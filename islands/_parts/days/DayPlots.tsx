import { type ReactNode, useId, useState } from "react";
import { momentsHere } from "../../_data/momentsHere.ts";
import { Button } from "../Button.tsx";
import type { Status } from "../Notice.tsx";
import { Table, type TableColumn } from "../Table.tsx";
import { DayBars } from "./DayBars.tsx";

type Day<Kind extends string> = Readonly<{ day: number } & Record<Kind, number>>;

/** The texts about days with so many of each kind. */
type DayTexts<Kind extends string> = {
  kinds: Record<Kind, string>;
  meanings: Record<Kind, string>;
  count: (count: number) => ReactNode;
  plot: (of: { kind: string; count: number; most: number; day: string }) => string;
  day: string;
  showTable: string;
  hideTable: string;
};

type Days<Kind extends string> = {
  days: readonly Day<Kind>[];
  kinds: readonly Kind[];
  texts: DayTexts<Kind>;
};

/** A small plot for each kind. */
export function DayPlots<Kind extends string>({
  days,
  kinds,
  statusOf,
  texts,
}: Days<Kind> & { statusOf: Record<Kind, Status> }) {
  return (
    <div className="day-plots">
      {kinds.map((kind) => {
        const counts = days.map((day) => ({ day: day.day, count: day[kind] as number }));
        const sum = counts.reduce((all, { count }) => all + count, 0);
        const name = texts.kinds[kind];
        return (
          <DayBars
            key={kind}
            status={statusOf[kind]}
            name={name}
            counts={counts}
            meaning={texts.meanings[kind]}
            sum={texts.count(sum)}
            label={({ day, count }) => texts.plot({ kind: name, count: sum, most: count, day: dayText(day) })}
          />
        );
      })}
    </div>
  );
}

/** The same as a table for those who want numbers, the newest day first, once it is opened. */
export function DayTable<Kind extends string>({
  days,
  kinds,
  caption,
  texts,
}: Days<Kind> & { caption: string }) {
  const [isShown, setIsShown] = useState(false);
  const id = useId();
  const columns: TableColumn<Day<Kind>>[] = [
    { key: "day", title: texts.day, cell: ({ day }) => dayText(day) },
    ...countColumns<Kind, Day<Kind>>(kinds, texts),
  ];
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`${isShown ? texts.hideTable : texts.showTable}: ${caption}`}
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? texts.hideTable : texts.showTable}
      </Button>
      {isShown ? (
        <div id={id} className="day-table">
          <Table
            caption={caption}
            columns={columns}
            rows={days.filter((day) => kinds.some((kind) => (day[kind] as number) > 0)).toReversed()}
            rowKey={({ day }) => String(day)}
          />
        </div>
      ) : null}
    </>
  );
}

export function countColumns<Kind extends string, Row extends Record<Kind, number>>(
  kinds: readonly Kind[],
  texts: Pick<DayTexts<Kind>, "kinds" | "count">,
): TableColumn<Row>[] {
  return kinds.map((kind) => ({
    key: kind,
    title: texts.kinds[kind],
    align: "end" as const,
    cell: (row) => texts.count(row[kind]),
  }));
}

/** Days are UTC days, and are named by their UTC date. */
function dayText(day: number): string {
  return momentsHere({ day: "numeric", month: "short", timeZone: "UTC" }).format(day);
}
