import { Option } from "commander";
import {
  type WebhookType,
  webhookDeliveryStates,
  webhookTypes,
} from "../../contract/schemas/webhookTypes.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { webhookOutputTexts } from "../../contract/texts/terminal/webhooks.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { endList, type ListOptions, sortedPart, withLimit, withList } from "../lists.ts";
import type { Output } from "../output.ts";
import { listDeliveries, redeliverEvents } from "./webhooks/deliveries.ts";
import { findWebhook } from "./webhooks/find.ts";
import { editWebhook, pauseWebhook, resumeWebhook, rotateSecret, tellSecret } from "./webhooks/steer.ts";

/** `amplify webhooks` and its subcommands. */
export function webhooksCommand(texts: HelpTexts) {
  const { webhooks: help } = texts;
  const ofType = (words: string) => new Option("--type <type>", words).choices(webhookTypes);
  const ofOne = (name: string, words: string) => createCommand(name, words).argument("<webhook>", help.which);
  const add = createCommand("add", help.add)
    .argument("<url>", help.url)
    .option("--name <name>", help.name)
    .addOption(new Option("--type <type...>", help.type).choices(webhookTypes))
    .action(action(addWebhook));
  const edit = ofOne("edit", help.edit)
    .option("--name <name>", help.newName)
    .option("--url <url>", help.newUrl)
    .addOption(new Option("--type <type...>", help.newType).choices(webhookTypes))
    .action(action(editWebhook));
  const deliveries = withLimit(ofOne("deliveries", help.deliveries), texts)
    .addOption(new Option("--state <state>", help.state).choices(webhookDeliveryStates))
    .addOption(ofType(help.ofType))
    .action(action(listDeliveries));
  const redeliver = ofOne("redeliver", help.redeliver)
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
    .addCommand(edit)
    .addCommand(ofOne("pause", help.pause).action(action(pauseWebhook)))
    .addCommand(ofOne("resume", help.resume).action(action(resumeWebhook)))
    .addCommand(ofOne("rotate", help.rotate).action(action(rotateSecret)))
    .addCommand(ofOne("remove", help.remove).action(action(removeWebhook)))
    .addCommand(ofOne("test", help.test).action(action(testWebhook)))
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
        value: ({ state, pausedReason, failing }) =>
          [texts.states[failing ? "failing" : state], failing?.reason ?? pausedReason]
            .filter(Boolean)
            .join(": "),
      },
      { title: texts.columns.waiting, field: "waiting", value: ({ waiting }) => texts.counted(waiting) },
      { title: texts.columns.givenUp, field: "givenUp", value: ({ givenUp }) => texts.counted(givenUp) },
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
  tellSecret(output, added);
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

/** Exits as refused if nothing was delivered, so that scripts can tell. */
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
