import { Option } from "commander";
import type { Client } from "../../contract/client.ts";
import type { Webhook } from "../../contract/schemas/webhooks.ts";
import {
  type WebhookDeliveryState,
  type WebhookType,
  webhookDeliveryStates,
  webhookTypes,
} from "../../contract/schemas/webhookTypes.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import { webhookOutputTexts } from "../../contract/texts/terminal/webhooks.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import { clockTime } from "../format/times.ts";
import { endList, type ListOptions, sortedPart, withList } from "../lists.ts";
import type { Output } from "../output.ts";

/** `amplify webhooks`, and `list`, `add`, `remove`, `test`, `deliveries` and `redeliver`. */
export function webhooksCommand(texts: HelpTexts) {
  const { webhooks: help } = texts;
  const ofType = (words: string) => new Option("--type <type>", words).choices(webhookTypes);
  const add = createCommand("add", help.add)
    .argument("<url>", help.url)
    .option("--name <name>", help.name)
    .addOption(new Option("--type <type...>", help.type).choices(webhookTypes))
    .action(action(addWebhook));
  const deliveries = createCommand("deliveries", help.deliveries)
    .argument("<webhook>", help.which)
    .addOption(new Option("--state <state>", help.state).choices(webhookDeliveryStates))
    .addOption(ofType(help.ofType))
    .action(action(listDeliveries));
  const redeliver = createCommand("redeliver", help.redeliver)
    .argument("<webhook>", help.which)
    .argument("[event]", help.event)
    .option("--from <time>", help.from)
    .option("--to <time>", help.to)
    .option("--all", help.all)
    .action(action(redeliverEvents));
  return withList(createCommand("webhooks", help.summary), texts)
    .helpGroup(help.group)
    .action(action(listWebhooks))
    .addCommand(withList(createCommand("list", help.list), texts).action(action(listWebhooks)))
    .addCommand(add)
    .addCommand(
      createCommand("remove", help.remove).argument("<webhook>", help.which).action(action(removeWebhook)),
    )
    .addCommand(
      createCommand("test", help.test).argument("<webhook>", help.which).action(action(testWebhook)),
    )
    .addCommand(deliveries)
    .addCommand(redeliver);
}

async function listWebhooks(output: Output, options: CommonOptions & ListOptions): Promise<ExitCode> {
  const texts = output.texts(webhookOutputTexts);
  const { client } = await connect(output.terminal, options.server);
  const all = await client("GET /amplify/api/webhooks");
  const rows = sortedPart(output, all, options);
  if (rows.length === 0) output.line(texts.none(output.next("webhooks add URL")));
  else
    output.rows("webhook", rows, [
      { title: texts.columns.name, field: "name", value: ({ name }) => name },
      { title: texts.columns.url, field: "url", value: ({ url }) => url, spare: true },
      {
        title: texts.columns.state,
        value: ({ state, pausedReason }) => [texts.states[state], pausedReason].filter(Boolean).join(": "),
      },
      { title: texts.columns.waiting, field: "waiting", value: ({ waiting }) => String(waiting) },
      { title: texts.columns.givenUp, field: "givenUp", value: ({ givenUp }) => String(givenUp) },
    ]);
  endList(output, { of: "webhook", shown: rows.length, total: all.length, more: "webhooks" });
  return exitCodes.done;
}

type AddOptions = CommonOptions & { name?: string; type?: WebhookType[] };

async function addWebhook(output: Output, url: string, options: AddOptions): Promise<ExitCode> {
  const texts = output.texts(webhookOutputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { name = URL.canParse(url) ? new URL(url).host : url, type = [...webhookTypes] } = options;
  const added = await client("POST /amplify/api/webhooks", { body: { name, url, types: type } });
  output.line(texts.added({ name: added.name, url: added.url }));
  output.line(texts.secret);
  output.line(added.secret);
  output.event("webhook", added);
  return exitCodes.done;
}

async function removeWebhook(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(webhookOutputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id, name } = await findWebhook(client, text, output);
  await client("DELETE /amplify/api/webhooks/{id}", { params: { id } });
  output.line(texts.removed(name));
  output.event("removed", { _id: id, name });
  return exitCodes.done;
}

/** Ends as refused where nothing was delivered, so that a script can tell. */
async function testWebhook(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(webhookOutputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findWebhook(client, text, output);
  const came = await client("POST /amplify/api/webhooks/{id}/test", { params: { id } });
  const { delivered, status, tookMs, reason, answer } = came;
  output.line(
    delivered
      ? texts.delivered({ status: status ?? 0, tookMs: tookMs ?? 0 })
      : texts.notDelivered(reason ?? ""),
  );
  if (answer) output.line(answer);
  output.event("test", came);
  return delivered ? exitCodes.done : exitCodes.refused;
}

type DeliveriesOptions = CommonOptions & { state?: WebhookDeliveryState; type?: WebhookType };

async function listDeliveries(output: Output, text: string, options: DeliveriesOptions): Promise<ExitCode> {
  const texts = output.texts(webhookOutputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findWebhook(client, text, output);
  const query = {
    ...(options.state && { state: options.state }),
    ...(options.type && { type: options.type }),
  };
  const progress = output.texts(progressTexts);
  const now = output.terminal.now();
  const { items } = await client("GET /amplify/api/webhooks/{id}/deliveries", { params: { id }, query });
  if (items.length === 0) output.line(texts.noDeliveries);
  else
    output.rows("delivery", items, [
      { title: texts.columns.event, value: ({ eventId }) => eventId, whole: true },
      { title: texts.columns.type, value: ({ type }) => type, whole: true },
      { title: texts.columns.at, value: ({ at }) => clockTime(at, now, progress), whole: true },
      { title: texts.columns.state, value: ({ state }) => state },
      { title: texts.columns.tries, value: ({ attempts }) => String(attempts) },
      {
        title: texts.columns.came,
        value: ({ reason, status }) => reason ?? (status === null ? "" : String(status)),
        spare: true,
      },
    ]);
  return exitCodes.done;
}

type SpanOptions = CommonOptions & { from?: string; to?: string; all?: boolean };

async function redeliverEvents(
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

/** By the clock of whoever asks, unless it says more. @throws {UsageFault} */
function momentOf(output: Output, text: string): number {
  const moment = Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);
  if (Number.isNaN(moment)) throw new UsageFault(output.texts(webhookOutputTexts).badTime(text));
  return moment;
}

/** By its identifier or its name, without regard to case. @throws {UsageFault} that names those that there are. */
async function findWebhook(client: Client, text: string, output: Output): Promise<Webhook> {
  const webhooks = await client("GET /amplify/api/webhooks");
  const wanted = text.trim().toLowerCase();
  const found = webhooks.filter(({ _id, name }) => _id === text || name.toLowerCase() === wanted);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const names = webhooks.map(({ _id, name }) => `${name} (${_id})`).join(", ");
  throw new UsageFault(output.texts(webhookOutputTexts).notFound({ text, names }));
}
