import { useId, useState } from "react";
import { whyOptedOut } from "../../../../contract/leads/whyOptedOut.ts";
import { withFallbacks } from "../../../../contract/mergeFields.ts";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import type { CampaignOptouts, Optout } from "../../../../contract/schemas/optouts.ts";
import { type OptoutsTexts, optoutsTexts } from "../../../../contract/texts/workspace/optouts.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { cursorTurns, PageTurn } from "../../../_parts/PageTurn.tsx";
import { Table, type TableColumn } from "../../../_parts/Table.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { LeadLink } from "../LeadLink.tsx";
import { watched } from "../questions.ts";
import { shareText } from "../shares.ts";
import { exactMoment, listMoment } from "../when.ts";

/** Who unsubscribed through the campaign's mails, and their reasons if they gave any. */
export function Optouts({ campaign }: { campaign: Campaign }) {
  const optouts = useTexts(optoutsTexts);
  const { breakdown } = useTexts(watchingTexts);
  const titleId = useId();
  /** The cursors of the pages visited so far. */
  const [pages, setPages] = useState<readonly string[]>([]);
  const loaded = useLoad(watched.optouts(campaign, pages.at(-1)));
  return (
    <section className="card" aria-labelledby={titleId}>
      <h3 id={titleId}>{optouts.title}</h3>
      <WhenLoaded what={optouts.what} loaded={loaded} rows={2}>
        {({ total, reasons, items, next }) =>
          total === 0 ? (
            <p className="muted">{optouts.none}</p>
          ) : (
            <>
              <Reasons total={total} reasons={reasons} />
              <Table
                caption={optouts.caption}
                rows={items}
                isOld={loaded.isOld}
                rowKey={({ _id }) => _id}
                columns={columnsOf(campaign, optouts, breakdown.by.step)}
              />
              <PageTurn
                words={{ previous: optouts.newer, next: optouts.older }}
                {...cursorTurns(pages, next, setPages)}
              />
            </>
          )
        }
      </WhenLoaded>
    </section>
  );
}

function Reasons({ total, reasons }: Pick<CampaignOptouts, "total" | "reasons">) {
  const optouts = useTexts(optoutsTexts);
  const { breakdown, figures } = useTexts(watchingTexts);
  const ranked = reasons.toSorted((a, b) => b.count - a.count);
  return (
    <ul className="reason-list">
      {ranked.map(({ reason, count }) => (
        <li key={reason ?? ""}>
          <span>{reason === null ? optouts.noReason : optouts.reasons[reason]}</span>
          <meter min={0} max={total} value={count} aria-hidden="true" />
          <span className="reason-count">
            {breakdown.share({ count, share: shareText(count, total, figures.nothing) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

function columnsOf({ steps }: Campaign, optouts: OptoutsTexts, mail: string): TableColumn<Optout>[] {
  return [
    {
      key: "who",
      title: optouts.who,
      cell: ({ email, leadId }) =>
        email === null ? optouts.anonymous : <LeadLink id={leadId}>{email}</LeadLink>,
    },
    {
      key: "why",
      title: optouts.why,
      cell: (optout) => (
        <>
          {whyOptedOut(optout, optouts) ?? <span className="muted">{optouts.noReason}</span>}
          {optout.words === null ? null : <q className="optout-words">{optout.words}</q>}
        </>
      ),
    },
    ...(steps > 1
      ? [{ key: "mail", title: mail, cell: ({ subject }: Optout) => withFallbacks(subject ?? "") }]
      : []),
    {
      key: "when",
      title: optouts.when,
      cell: ({ at, returnedAt }) => (
        <>
          <time title={exactMoment(at)}>{listMoment(at)}</time>
          {returnedAt === null ? null : (
            <span className="muted"> {optouts.returned(listMoment(returnedAt))}</span>
          )}
        </>
      ),
    },
  ];
}
