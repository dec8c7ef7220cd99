import { useId, useMemo, useState } from "react";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import {
  type CampaignTimes,
  type TimeStep,
  timeSteps,
} from "../../../../contract/schemas/campaignInsight.ts";
import { type WatchingTexts, watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Table } from "../../../_parts/Table.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { filledIn } from "../plots/filledIn.ts";
import { Plot, type Series } from "../plots/Plot.tsx";
import { watched } from "../questions.ts";
import { listMoment } from "../when.ts";

type Counted = keyof CampaignTimes["sum"];

/** How each is drawn, in their order; machines are dashed. */
const drawn: readonly { name: Counted; colour: string; dashed?: true; bars?: { edge: string } }[] = [
  { name: "sent", colour: "--plot-sent", bars: { edge: "--plot-sent-edge" } },
  { name: "opened", colour: "--sent" },
  { name: "clicked", colour: "--accent" },
  { name: "machineOpened", colour: "--ink-muted", dashed: true },
  { name: "machineClicked", colour: "--line-control", dashed: true },
  { name: "optedOut", colour: "--failed" },
];

/** When mails were sent, opened and clicked, as a plot or as a table. */
export default function Times({ campaign }: { campaign: Campaign }) {
  const { times: texts } = useTexts(watchingTexts);
  const titleId = useId();
  const [by, setBy] = useState<TimeStep | undefined>(undefined);
  const [isTable, setTable] = useState(false);
  const loaded = useLoad(watched.times(campaign, by));
  return (
    <section className="card times" aria-labelledby={titleId}>
      <div className="card-head">
        <h3 id={titleId}>{texts.title}</h3>
        <fieldset className="choice-row">
          <legend className="visually-hidden">{texts.by}</legend>
          {timeSteps.map((step) => (
            <button
              key={step}
              type="button"
              aria-pressed={(by ?? loaded.value?.by) === step}
              onClick={() => setBy(step)}
            >
              {texts.byStep[step]}
            </button>
          ))}
        </fieldset>
      </div>
      <WhenLoaded what={texts.what} loaded={loaded} rows={5}>
        {(times) =>
          times.points.length === 0 ? (
            // They are counted behind the mails.
            <p className="muted">{campaign.counts.sent > 0 ? texts.behind : texts.none}</p>
          ) : (
            <>
              {isTable ? <TimesTable times={times} /> : <TimesPlot times={times} />}
              {times.sum.sent > campaign.counts.sent ? (
                <p className="muted">{texts.cameBack(times.sum.sent - campaign.counts.sent)}</p>
              ) : null}
              <div className="actions">
                <Button variant="quiet" onClick={() => setTable(!isTable)}>
                  {isTable ? texts.asPlot : texts.asTable}
                </Button>
              </div>
            </>
          )
        }
      </WhenLoaded>
    </section>
  );
}

/** Events that did not occur get no line; sent mails are always shown. */
function shownOf({ sum }: CampaignTimes) {
  return drawn.filter(({ name }) => name === "sent" || sum[name] > 0);
}

function TimesPlot({ times }: { times: CampaignTimes }) {
  const { times: texts } = useTexts(watchingTexts);
  const shown = useMemo(() => shownOf(times), [times]);
  const points = useMemo(() => filledIn(times), [times]);
  const at = useMemo(() => points.map((point) => point.at), [points]);
  const series = useMemo<Series[]>(
    () =>
      shown.map(({ name, ...how }) => ({
        ...how,
        name: texts.series[name],
        values: points.map((point) => point[name]),
      })),
    [shown, points, texts],
  );
  return (
    <>
      <Plot label={texts.plotLabel} at={at} isTime series={series} />
      <ul className="plot-legend">
        {shown.map(({ name }) => (
          <li key={name} data-series={name}>
            {texts.summed({ name: texts.series[name], count: times.sum[name] })}
          </li>
        ))}
      </ul>
    </>
  );
}

function TimesTable({ times }: { times: CampaignTimes }) {
  const { times: texts }: WatchingTexts = useTexts(watchingTexts);
  const shown = shownOf(times);
  return (
    <Table
      caption={texts.caption}
      rows={times.points}
      rowKey={({ at }) => String(at)}
      columns={[
        { key: "at", title: texts.at, cell: ({ at }) => listMoment(at) },
        ...shown.map(({ name }) => ({
          key: name,
          title: texts.series[name],
          align: "end" as const,
          cell: (point: CampaignTimes["points"][number]) => point[name].toLocaleString("en"),
        })),
      ]}
    />
  );
}
