import { useId, useState } from "react";
import { variantLetter } from "../../../../contract/campaigns/variantLetter.ts";
import { withFallbacks } from "../../../../contract/mergeFields.ts";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import {
  type BreakdownPart,
  type BreakdownRow,
  breakdownParts,
} from "../../../../contract/schemas/campaignInsight.ts";
import { type WatchingTexts, watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Table, type TableColumn } from "../../../_parts/Table.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { watched } from "../questions.ts";
import { shareText } from "../shares.ts";
import { useAnalysed } from "./Analysed.tsx";
import { BreakdownBar, drawnOf } from "./BreakdownBar.tsx";

/** The figures by mail, variant, account, link, or domain of the recipients. */
export function Breakdown({ campaign }: { campaign: Campaign }) {
  const texts = useTexts(watchingTexts);
  const { breakdown } = texts;
  const titleId = useId();
  const isAnalysed = useAnalysed();
  const offered = breakdownParts.filter(
    (part) =>
      (part !== "link" || campaign.trackClicks) && (isAnalysed || (part !== "link" && part !== "domain")),
  );
  const [by, setBy] = useState<BreakdownPart>(campaign.steps > 1 || !isAnalysed ? "step" : "domain");
  const loaded = useLoad(watched.breakdown(campaign, by));
  const plan = useLoad(watched.plan(campaign._id));
  // Variants get their letters by their position in the campaign, and not by when their parts were created.
  const places = (plan.value?.steps ?? []).flatMap((step, at) =>
    step.variants.map(({ id }) => `${at + 1} ${id}`),
  );
  const inOrder = (rows: readonly BreakdownRow[]) =>
    by !== "variant" ? rows : rows.toSorted((a, b) => placeOf(places, a) - placeOf(places, b));
  return (
    <section className="card breakdown" aria-labelledby={titleId}>
      <div className="card-head">
        <h3 id={titleId}>{breakdown.title}</h3>
        <fieldset className="choice-row">
          <legend className="visually-hidden">{breakdown.title}</legend>
          {offered.map((part) => (
            <button key={part} type="button" aria-pressed={by === part} onClick={() => setBy(part)}>
              {breakdown.by[part]}
            </button>
          ))}
        </fieldset>
      </div>
      <WhenLoaded what={breakdown.what} loaded={loaded} rows={3}>
        {({ rows: found, others, by: told }) => {
          const rows = inOrder(found);
          return rows.length === 0 ? (
            <p className="muted">{breakdown.none}</p>
          ) : (
            <>
              <Table
                caption={breakdown.caption(breakdown.by[told])}
                rows={rows}
                rowKey={({ key, step }) => `${step} ${key}`}
                blocksBelowPx={720}
                columns={columnsOf({ by: told, rows }, campaign, texts)}
              />
              <ul className="plot-legend breakdown-legend">
                {drawnOf({ ...campaign, isLinks: told === "link" }).map((name) => (
                  <li key={name} data-series={name}>
                    {texts.times.series[name]}
                  </li>
                ))}
              </ul>
              {others === 0 ? null : <p className="muted">{breakdown.others(others)}</p>}
            </>
          );
        }}
      </WhenLoaded>
    </section>
  );
}

/** Leads that wait for the better variant are listed after the variants of that step. */
function placeOf(places: readonly string[], { key, step }: BreakdownRow): number {
  const at = places.indexOf(key);
  return (step ?? 0) * places.length + (at === -1 ? places.length - 0.5 : at);
}

function columnsOf(
  { by, rows }: { by: BreakdownPart; rows: readonly BreakdownRow[] },
  { trackOpens, trackClicks, steps }: Campaign,
  texts: WatchingTexts,
): TableColumn<BreakdownRow>[] {
  const { breakdown, figures } = texts;
  const number = (count: number | null) => (count === null ? figures.nothing : count.toLocaleString("en"));
  const share = (count: number, sent: number) =>
    sent === 0 ? number(count) : breakdown.share({ count, share: shareText(count, sent, figures.nothing) });
  const column = (
    key: string,
    title: string,
    cell: TableColumn<BreakdownRow>["cell"],
  ): TableColumn<BreakdownRow> => ({ key, title, align: "end", cell });
  const drawn = drawnOf({ isLinks: by === "link", trackOpens, trackClicks });
  const named: TableColumn<BreakdownRow> = {
    key: "name",
    title: breakdown.by[by],
    cell: (row) => {
      const name = nameOfRow(row, { by, rows, steps }, texts);
      return (
        <>
          <span className="breakdown-name" title={name}>
            {name}
          </span>
          <BreakdownBar row={row} rows={rows} drawn={drawn} />
        </>
      );
    },
  };
  const sent = column("sent", breakdown.sent, (row) => number(row.sent));
  const clicked = column("clicked", by === "link" ? breakdown.people : breakdown.clicked, (row) =>
    share(row.clicked, row.sent),
  );
  if (by === "link")
    return [
      named,
      clicked,
      column("clicks", breakdown.clicks, (row) => number(row.clicks)),
      column("machines", breakdown.machines, (row) => number(row.machineClicks)),
      sent,
    ];
  return [
    named,
    sent,
    ...(trackOpens ? [column("opened", breakdown.opened, (row) => share(row.opened, row.sent))] : []),
    ...(trackClicks ? [clicked] : []),
    ...(trackOpens ? [column("machines", breakdown.machines, (row) => number(row.machineOpened))] : []),
    column("failed", breakdown.failed, (row) => number(row.failed)),
    ...(by === "domain" ? [] : [column("optedOut", breakdown.optedOut, (row) => number(row.optedOut))]),
  ];
}

/** Variants are named by letters, in the order of their mails. */
function nameOfRow(
  row: BreakdownRow,
  { by, rows, steps }: { by: BreakdownPart; rows: readonly BreakdownRow[]; steps: number },
  { breakdown, winner }: WatchingTexts,
): string {
  if (by !== "step" && by !== "variant") return row.name;
  const subject = withFallbacks(row.name);
  if (by === "step") return breakdown.step({ number: Number(row.key), subject });
  const ofStep = rows.filter(({ step }) => step === row.step);
  const letter = variantLetter(ofStep.indexOf(row));
  const isRest = !row.key.includes(" ") && ofStep.length > 1;
  const name = isRest ? breakdown.rest(subject) : `${winner.variant(letter)}: ${subject}`;
  return steps > 1 ? breakdown.step({ number: (row.step ?? 0) + 1, subject: name }) : name;
}
