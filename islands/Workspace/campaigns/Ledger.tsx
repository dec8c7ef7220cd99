import { useState } from "react";
import { screenLimits } from "../../../contract/limits/screen.ts";
import {
  type Campaign,
  type Delivery,
  type DeliveryState,
  deliveryStates,
  type Reaction,
} from "../../../contract/schemas/campaign.ts";
import { type CampaignTexts, campaignTexts } from "../../../contract/texts/workspace/campaigns.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useWords } from "../../_data/useWords.ts";
import { Badge } from "../../_parts/Badge.tsx";
import { Button } from "../../_parts/Button.tsx";
import { SelectField } from "../../_parts/fields/SelectField.tsx";
import type { Status } from "../../_parts/Notice.tsx";
import { Table } from "../../_parts/Table.tsx";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";
import { shortMoment } from "../leads/shortMoment.ts";

export type LedgerFilter = DeliveryState | Reaction | "all";

const statuses: Record<DeliveryState, Status | undefined> = {
  queued: "waiting",
  sending: "waiting",
  deferred: "waiting",
  sent: "sent",
  failed: "failed",
  uncertain: "uncertain",
  skipped: undefined,
};

/** The recipients of a campaign with what became of each, a page at a time. */
export function Ledger({
  campaign,
  filter,
  onFilter,
}: {
  campaign: Campaign;
  filter: LedgerFilter;
  onFilter: (filter: LedgerFilter) => void;
}) {
  const texts = useTexts(campaignTexts);
  // The cursors of the pages turned to so far; the last one is shown.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const after = cursors.at(-1);
  const page = useLoad(
    queries.deliveries(campaign._id, {
      pageSize: screenLimits.ledgerPage,
      ...queryOf(filter),
      ...(after === undefined ? {} : { after }),
    }),
  );
  const next = page.value?.next ?? null;

  return (
    <div className="ledger">
      <div className="ledger-tools">
        <SelectField
          label={texts.ledger.show}
          value={filter}
          onChange={(event) => {
            setCursors([]);
            onFilter(event.target.value as LedgerFilter);
          }}
        >
          <option value="all">{texts.ledger.everybody(campaign.total)}</option>
          {deliveryStates.map((state) => (
            <option key={state} value={state}>
              {texts.ledger.count({ state: texts.delivery[state], count: campaign.counts[state] })}
            </option>
          ))}
          {campaign.trackOpens ? (
            <option value="opened">
              {texts.ledger.count({ state: texts.ledger.openedState, count: campaign.opened })}
            </option>
          ) : null}
          {campaign.trackClicks ? (
            <option value="clicked">
              {texts.ledger.count({ state: texts.ledger.clickedState, count: campaign.clicked })}
            </option>
          ) : null}
        </SelectField>
        <Button onClick={page.reload} disabled={page.refreshing}>
          {texts.refresh}
        </Button>
      </div>
      <WhenLoaded what={texts.ledger.what} loaded={page} rows={3}>
        {({ items }) => <LedgerRows deliveries={items} subject={campaign.subject} />}
      </WhenLoaded>
      <div className="actions">
        {cursors.length === 0 ? null : (
          <Button onClick={() => setCursors(cursors.slice(0, -1))}>{texts.ledger.previous}</Button>
        )}
        {next === null ? null : (
          <Button onClick={() => setCursors([...cursors, next])}>{texts.ledger.next}</Button>
        )}
      </div>
    </div>
  );
}

function queryOf(filter: LedgerFilter): { state?: DeliveryState; reaction?: Reaction } {
  if (filter === "all") return {};
  return filter === "opened" || filter === "clicked" ? { reaction: filter } : { state: filter };
}

export function LedgerRows({ deliveries, subject }: { deliveries: readonly Delivery[]; subject: string }) {
  const texts = useTexts(campaignTexts);
  const words = useWords();
  if (deliveries.length === 0) return <p className="muted">{texts.ledger.nobody}</p>;
  return (
    <Table
      caption={texts.ledger.recipientsOf(subject)}
      rows={deliveries}
      rowKey={(delivery) => delivery._id}
      columns={[
        { key: "email", title: texts.ledger.email, cell: ({ email }) => email },
        { key: "state", title: texts.ledger.state, cell: ({ state }) => <StateBadge state={state} /> },
        {
          key: "reason",
          title: texts.ledger.reason,
          cell: ({ cause, reason }) => <span className="ledger-reason">{words(cause, reason)}</span>,
        },
        { key: "attempts", title: texts.ledger.tries, align: "end", cell: ({ attempts }) => attempts },
        { key: "when", title: texts.ledger.when, cell: (delivery) => whenText(delivery, texts) },
        {
          key: "opened",
          title: texts.ledger.opened,
          cell: ({ openedAt }) => (openedAt === null ? "" : shortMoment(openedAt)),
        },
        {
          key: "clicked",
          title: texts.ledger.clicked,
          cell: ({ clickedAt }) => (clickedAt === null ? "" : shortMoment(clickedAt)),
        },
      ]}
    />
  );
}

function StateBadge({ state }: { state: DeliveryState }) {
  const texts = useTexts(campaignTexts);
  const status = statuses[state];
  return <Badge {...(status === undefined ? {} : { status })}>{texts.delivery[state]}</Badge>;
}

function whenText({ sentAt, dueAt, state }: Delivery, texts: CampaignTexts): string {
  if (sentAt !== null) return shortMoment(sentAt);
  return state === "deferred" && dueAt !== null ? texts.ledger.nextTry(shortMoment(dueAt)) : "";
}
