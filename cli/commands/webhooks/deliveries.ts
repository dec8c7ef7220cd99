import { webhookLimits } from "../../../contract/limits/api/webhooks.ts";
import type { WebhookDelivery } from "../../../contract/schemas/webhooks.ts";
import type { WebhookDeliveryState, WebhookType } from "../../../contract/schemas/webhookTypes.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";
import { webhookOutputTexts } from "../../../contract/texts/terminal/webhooks.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { UsageFault } from "../../faults.ts";
import { optionWords, quoted } from "../../format/optionWords.ts";
import { clockTime } from "../../format/times.ts";
import { eachUpTo, endList, type ListOptions } from "../../lists.ts";
import type { Output } from "../../output.ts";
import { findWebhook } from "./find.ts";

type DeliveriesOptions = CommonOptions & ListOptions & { state?: WebhookDeliveryState; type?: WebhookType };

/** `amplify webhooks deliveries`: the whole log, or as much as asked for. */
export async function listDeliveries(
  output: Output,
  text: string,
  options: DeliveriesOptions,
): Promise<ExitCode> {
  const texts = output.texts(webhookOutputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findWebhook(client, text, output);
  const asked = {
    ...(options.state && { state: options.state }),
    ...(options.type && { type: options.type }),
  };
  const pageOf = ({ pageSize, after }: { pageSize: number; after: string | null }) => {
    const query = { pageSize, ...asked, ...(after === null ? {} : { before: after }) };
    return client("GET /amplify/api/webhooks/{id}/deliveries", { params: { id }, query });
  };
  const items: WebhookDelivery[] = [];
  const pages = { sizeMax: webhookLimits.pageMax, pageOf };
  const { shown, isPart } = await eachUpTo(options, pages, (delivery) => items.push(delivery));
  const progress = output.texts(progressTexts);
  const now = output.terminal.now();
  if (items.length === 0) output.line(texts.noDeliveries);
  else
    output.rows("delivery", items, [
      { title: texts.columns.event, value: ({ eventId }) => eventId, whole: true },
      { title: texts.columns.type, value: ({ type }) => type, whole: true },
      { title: texts.columns.at, value: ({ at }) => clockTime(at, now, progress), whole: true },
      { title: texts.columns.state, value: ({ state }) => texts.deliveryStates[state] },
      { title: texts.columns.tries, value: ({ attempts }) => String(attempts) },
      {
        title: texts.columns.came,
        value: ({ reason, status }) => reason ?? (status === null ? "" : String(status)),
        spare: true,
      },
    ]);
  const more = `webhooks deliveries ${quoted(text)}${optionWords(asked)}`;
  if (isPart) endList(output, { of: "delivery", shown, total: null, more });
  return exitCodes.done;
}

type SpanOptions = CommonOptions & { from?: string; to?: string; all?: boolean };

/** `amplify webhooks redeliver`: delivers one event again, or those of a period. */
export async function redeliverEvents(
  output: Output,
  text: string,
  eventId: string | undefined,
  options: SpanOptions,
): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findWebhook(client, text, output);
  if (eventId !== undefined) {
    const params = { id, eventId };
    const key = "POST /amplify/api/webhooks/{id}/deliveries/{eventId}/redeliver";
    output.line((await client(key, { params })).message);
    output.event("redelivered", { count: 1 });
    return exitCodes.done;
  }
  const body = {
    ...(options.from === undefined ? {} : { from: momentOf(output, options.from) }),
    ...(options.to === undefined ? {} : { to: momentOf(output, options.to) }),
    ...(options.all ? { state: "all" as const } : {}),
  };
  const { message, count } = await client("POST /amplify/api/webhooks/{id}/redeliver", {
    params: { id },
    body,
  });
  output.line(message);
  output.event("redelivered", { count });
  return exitCodes.done;
}

/**
 * In the local time zone unless the text names one.
 * @throws {UsageFault}
 */
function momentOf(output: Output, text: string): number {
  const moment = Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);
  if (Number.isNaN(moment)) throw new UsageFault(output.texts(webhookOutputTexts).badTime(text));
  return moment;
}
