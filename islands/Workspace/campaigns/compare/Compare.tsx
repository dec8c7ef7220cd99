import { useMemo, useState } from "react";
import { withFallbacks } from "../../../../contract/mergeFields.ts";
import type { ComparedCampaign } from "../../../../contract/schemas/campaignInsight.ts";
import { type WatchingTexts, watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { EmptyState } from "../../../_parts/EmptyState.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { PlanEnd } from "../../../_parts/PlanEnd.tsx";
import { Table, type TableColumn } from "../../../_parts/Table.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { addressOf } from "../../shell/address.ts";
import { usePageTitle } from "../../shell/usePageTitle.ts";
import { useAnalysed } from "../page/Analysed.tsx";
import { PageTitle } from "../page/PageTitle.tsx";
import { Plot, type Series } from "../plots/Plot.tsx";
import { watched } from "../questions.ts";
import { shareText } from "../shares.ts";
import { listMoment } from "../when.ts";

const colours = ["--accent", "--waiting", "--sent", "--uncertain"];

/** Compares up to four campaigns: their figures, and their progress since the first mails. */
export default function Compare({ ids }: { ids: readonly string[] }) {
  const { compare, page, analysed } = useTexts(watchingTexts);
  const mayCompare = useAnalysed();
  usePageTitle(page.title(compare.title));
  return (
    <article className="campaign-page">
      <header className="campaign-head">
        <PageTitle name={compare.title} />
      </header>
      {!mayCompare ? (
        <PlanEnd>{analysed.lacking}</PlanEnd>
      ) : ids.length === 0 ? (
        <EmptyState title={compare.nothing}>{compare.how}</EmptyState>
      ) : (
        <Compared ids={ids} />
      )}
    </article>
  );
}

function Compared({ ids }: { ids: readonly string[] }) {
  const { compare } = useTexts(watchingTexts);
  const loaded = useLoad(watched.compared(ids));
  return (
    <WhenLoaded what={compare.what} loaded={loaded} rows={6}>
      {(campaigns) => (
        <>
          {campaigns.length < ids.length ? (
            <Notice>{compare.gone(ids.length - campaigns.length)}</Notice>
          ) : null}
          <Figures campaigns={campaigns} />
          <Hours campaigns={campaigns} of="opened" title={compare.plot} />
          <Hours campaigns={campaigns} of="clicked" title={compare.plotClicked} />
        </>
      )}
    </WhenLoaded>
  );
}

type Figure = { key: string; word: string; of: (campaign: ComparedCampaign) => string };

function Figures({ campaigns }: { campaigns: readonly ComparedCampaign[] }) {
  const texts = useTexts(watchingTexts);
  const columns: TableColumn<Figure>[] = [
    { key: "figure", title: texts.compare.figure, cell: ({ word }) => word },
    ...campaigns.map((campaign, index) => ({
      key: campaign._id,
      title: withFallbacks(campaign.name),
      align: "end" as const,
      cell: ({ key, of }: Figure) =>
        key === "first" ? (
          <a className="compared-name" data-place={index} href={addressOf("campaigns", campaign._id)}>
            {of(campaign)}
          </a>
        ) : (
          of(campaign)
        ),
    })),
  ];
  return (
    <div className="compared">
      <Table
        caption={texts.compare.caption}
        rows={figuresOf(texts)}
        rowKey={({ key }) => key}
        blocksBelowPx={720}
        columns={columns}
      />
    </div>
  );
}

function figuresOf({ compare, figures, breakdown }: WatchingTexts): Figure[] {
  const share = (count: number, { sent }: ComparedCampaign) =>
    breakdown.share({ count, share: shareText(count, sent, figures.nothing) });
  const number = (count: number) => count.toLocaleString("en");
  return [
    {
      key: "first",
      word: compare.first,
      of: ({ firstAt }) => (firstAt === null ? compare.noMailYet : listMoment(firstAt)),
    },
    { key: "recipients", word: compare.recipients, of: ({ recipients }) => number(recipients) },
    { key: "sent", word: compare.sent, of: ({ sent }) => number(sent) },
    {
      key: "opened",
      word: compare.opened,
      of: (one) => (one.trackOpens ? share(one.opened, one) : figures.notCounted),
    },
    {
      key: "clicked",
      word: compare.clicked,
      of: (one) => (one.trackClicks ? share(one.clicked, one) : figures.notCounted),
    },
    { key: "machines", word: compare.machines, of: (one) => share(one.machineOpened, one) },
    { key: "optedOut", word: compare.optedOut, of: (one) => share(one.optedOut, one) },
    { key: "failed", word: compare.failed, of: ({ failed }) => number(failed) },
  ];
}

/** The percentage of people who had done it by then, as a plot or as a table. */
function Hours({
  campaigns,
  of,
  title,
}: {
  campaigns: readonly ComparedCampaign[];
  of: "opened" | "clicked";
  title: string;
}) {
  const { compare, times } = useTexts(watchingTexts);
  const [isTable, setTable] = useState(false);
  const last = Math.max(1, ...campaigns.flatMap(({ hours }) => hours.map(({ hour }) => hour)));
  const at = useMemo(() => Array.from({ length: last + 1 }, (_, hour) => hour), [last]);
  const series = useMemo<Series[]>(
    () =>
      campaigns.map((campaign, index) => ({
        name: withFallbacks(campaign.name),
        colour: colours[index] ?? "--ink",
        values: grown(campaign, of, at),
      })),
    [campaigns, of, at],
  );
  return (
    <section className="card" aria-label={title}>
      <h3>{title}</h3>
      {isTable ? (
        <Table
          caption={title}
          rows={at}
          rowKey={String}
          columns={[
            { key: "hour", title: compare.hours, cell: compare.hour },
            ...series.map(({ name, values }, index) => ({
              key: String(index),
              title: name,
              align: "end" as const,
              cell: (hour: number) => percentText(values[hour]),
            })),
          ]}
        />
      ) : (
        <Plot label={title} at={at} isTime={false} series={series} unit={compare.hour} />
      )}
      <ul className="plot-legend">
        {campaigns.map(({ _id, name }, index) => (
          <li key={_id} data-place={index}>
            {withFallbacks(name)}
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button variant="quiet" onClick={() => setTable(!isTable)}>
          {isTable ? times.asPlot : times.asTable}
        </Button>
      </div>
    </section>
  );
}

const tenths = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

function percentText(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : tenths.format(value);
}

function grown(
  { hours, sent }: ComparedCampaign,
  of: "opened" | "clicked",
  at: readonly number[],
): (number | null)[] {
  const byHour = new Map(hours.map((row) => [row.hour, row[of]]));
  const end = hours.at(-1)?.hour ?? 0;
  let sum = 0;
  return at.map((hour) => {
    sum += byHour.get(hour) ?? 0;
    return hour <= end ? (100 * sum) / Math.max(1, sent) : null;
  });
}
