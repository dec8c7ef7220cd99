import type { KeyUsage } from "../../../contract/schemas/keys.ts";
import { type ApiTexts, apiTexts } from "../../../contract/texts/workspace/api.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { countColumns, DayPlots, DayTable } from "../../_parts/days/DayPlots.tsx";
import type { Status } from "../../_parts/Notice.tsx";
import { Table, type TableColumn } from "../../_parts/Table.tsx";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";

type Kind = keyof ApiTexts["usage"]["kinds"];
type OfKey = KeyUsage["keys"][number];

const kinds: readonly Kind[] = ["done", "refused", "failed"];
const statusOf: Record<Kind, Status> = { done: "sent", refused: "uncertain", failed: "failed" };

/** The calls made with the workspace's keys: a small plot for each kind of answer, and the share of each key. */
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
  return (
    <>
      <DayPlots days={days} kinds={kinds} statusOf={statusOf} texts={texts} />
      <p className="muted">{texts.whatCounts}</p>
      <Table caption={texts.byKey} columns={keyColumns(texts)} rows={keys} rowKey={({ keyId }) => keyId} />
      <DayTable days={days} kinds={kinds} texts={texts} caption={texts.byDay} />
    </>
  );
}

function keyColumns(texts: ApiTexts["usage"]): TableColumn<OfKey>[] {
  return [
    { key: "key", title: texts.key, cell: ({ name }) => name || texts.gone },
    ...countColumns<Kind, OfKey>(kinds, texts),
  ];
}
