import { useState } from "react";
import type { Webhook, WebhookDelivery } from "../../../../contract/schemas/webhooks.ts";
import {
  type WebhookDeliveryState,
  type WebhookType,
  webhookDeliveryStates,
  webhookTypes,
} from "../../../../contract/schemas/webhookTypes.ts";
import { webhookTexts } from "../../../../contract/texts/workspace/webhooks.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { shortMoment } from "../../../_data/momentsHere.ts";
import { queries } from "../../../_data/queries.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Badge } from "../../../_parts/Badge.tsx";
import { Button } from "../../../_parts/Button.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { cursorTurns, PageTurn } from "../../../_parts/PageTurn.tsx";
import { Table } from "../../../_parts/Table.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { RedeliverSpan } from "./RedeliverSpan.tsx";

type Filter = { state?: WebhookDeliveryState; type?: WebhookType | "webhook.test" };

/** The deliveries of one webhook, a page at a time; each can be sent again. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const texts = useTexts(webhookTexts);
  const id = webhook._id;
  const [filter, setFilter] = useState<Filter>({});
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const before = cursors.at(-1);
  const page = useLoad(
    queries.webhookDeliveries(id, { ...filter, ...(before === undefined ? {} : { before }) }),
  );
  const [said, setSaid] = useState("");
  const again = useAction(async (eventId: string) => {
    const params = { id, eventId };
    const key = "POST /amplify/api/webhooks/{id}/deliveries/{eventId}/redeliver" as const;
    setSaid((await browserClient(key, { params })).message);
  });
  const narrow = (next: Filter) => {
    setFilter(next);
    setCursors([]);
  };
  const next = page.value?.next ?? null;
  return (
    <div className="webhook-log">
      <Filters filter={filter} onNarrow={narrow} />
      {again.message === "" ? null : <Notice status="failed">{again.message}</Notice>}
      {said === "" ? null : <Notice status="waiting">{said}</Notice>}
      <WhenLoaded what={texts.log} loaded={page} rows={5}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">{texts.logEmpty}</p>
          ) : (
            <Table
              caption={texts.logOf(webhook.name)}
              rows={items}
              isOld={page.isOld}
              rowKey={({ eventId }) => eventId}
              blocksBelowPx={720}
              columns={columnsOf(texts, { isBusy: again.running, onAgain: (of) => void again.run(of) })}
            />
          )
        }
      </WhenLoaded>
      <PageTurn
        words={{ previous: texts.newer, next: texts.older }}
        {...cursorTurns(cursors, next, setCursors)}
      />
      <RedeliverSpan id={id} onSaid={setSaid} />
    </div>
  );
}

function Filters({ filter, onNarrow }: { filter: Filter; onNarrow: (filter: Filter) => void }) {
  const texts = useTexts(webhookTexts);
  const { state, type, ...rest } = filter;
  return (
    <div className="webhook-filters">
      <SelectField
        label={texts.stateFilter}
        value={state ?? ""}
        onChange={({ target: { value } }) =>
          onNarrow({
            ...(type === undefined ? rest : { type }),
            ...(value === "" ? {} : { state: value as WebhookDeliveryState }),
          })
        }
      >
        <option value="">{texts.anyState}</option>
        {webhookDeliveryStates.map((each) => (
          <option key={each} value={each}>
            {texts.states[each]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.typeFilter}
        value={type ?? ""}
        onChange={({ target: { value } }) =>
          onNarrow({
            ...(state === undefined ? rest : { state }),
            ...(value === "" ? {} : { type: value as WebhookType }),
          })
        }
      >
        <option value="">{texts.anyType}</option>
        {webhookTypes.map((each) => (
          <option key={each} value={each}>
            {texts.types[each]}
          </option>
        ))}
        <option value="webhook.test">{texts.testType}</option>
      </SelectField>
    </div>
  );
}

const statuses = { waiting: "waiting", delivered: "sent", given_up: "failed" } as const;
type Again = { isBusy: boolean; onAgain: (eventId: string) => void };

function columnsOf(texts: (typeof webhookTexts)["en"], { isBusy, onAgain }: Again) {
  const nameOf = ({ type }: WebhookDelivery) =>
    type === "webhook.test" ? texts.testType : texts.types[type];
  return [
    {
      key: "event",
      title: texts.typeFilter,
      cell: (row: WebhookDelivery) => (
        <>
          <span className="webhook-event">{nameOf(row)}</span>
          <span className="muted webhook-when">{shortMoment(row.at)}</span>
        </>
      ),
    },
    {
      key: "state",
      title: texts.stateFilter,
      cell: (row: WebhookDelivery) => (
        <>
          <Badge status={statuses[row.state]}>{texts.states[row.state]}</Badge>
          {triesOf(row, texts).map((said) => (
            <span key={said} className="muted webhook-when">
              {said}
            </span>
          ))}
        </>
      ),
    },
    {
      key: "answer",
      title: texts.answer,
      cell: (row: WebhookDelivery) => (
        <>
          <span>{row.reason ?? (row.status === null ? "" : texts.status(row.status, row.tookMs))}</span>
          {row.answer ? <span className="muted webhook-said">{row.answer}</span> : null}
        </>
      ),
    },
    {
      key: "again",
      title: texts.redeliver,
      cell: (row: WebhookDelivery) => (
        <Button
          aria-disabled={isBusy || row.state === "waiting"}
          aria-label={texts.redeliverWhat(nameOf(row))}
          onClick={() => onAgain(row.eventId)}
        >
          {texts.redeliver}
        </Button>
      ),
    },
  ];
}

/** The number of attempts and the time of the next one, on a line each. */
function triesOf({ attempts, dueAt }: WebhookDelivery, texts: (typeof webhookTexts)["en"]): string[] {
  const next = dueAt === null || attempts === 0 ? [] : [texts.nextTry(shortMoment(dueAt))];
  return [texts.attempts(attempts), ...next];
}
