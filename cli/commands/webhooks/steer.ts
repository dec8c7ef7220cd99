import type { Webhook, WebhookWithSecret } from "../../../contract/schemas/webhooks.ts";
import type { WebhookType } from "../../../contract/schemas/webhookTypes.ts";
import { webhookOutputTexts } from "../../../contract/texts/terminal/webhooks.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { UsageFault } from "../../faults.ts";
import type { Output } from "../../output.ts";
import { findWebhook } from "./find.ts";

/** `amplify webhooks pause`: nothing is sent and no events are recorded until it is resumed. */
export async function pauseWebhook(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(webhookOutputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findWebhook(client, text, output);
  const paused = await client("POST /amplify/api/webhooks/{id}/pause", { params: { id } });
  output.line(texts.paused({ ...paused, resume: output.next(`webhooks resume ${paused.url}`) }));
  output.event("webhook", paused);
  return exitCodes.done;
}

/** `amplify webhooks resume`: also after it was paused because its receiver failed. */
export async function resumeWebhook(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(webhookOutputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findWebhook(client, text, output);
  const resumed = await client("POST /amplify/api/webhooks/{id}/resume", { params: { id } });
  output.line(texts.resumed(resumed));
  if (resumed.givenUp > 0)
    output.line(texts.sendAgain({ ...resumed, again: output.next(`webhooks redeliver ${resumed.url}`) }));
  output.event("webhook", resumed);
  return exitCodes.done;
}

/** `amplify webhooks rotate`: creates a new secret; the old one also signs for one more day. */
export async function rotateSecret(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(webhookOutputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findWebhook(client, text, output);
  const renewed = await client("POST /amplify/api/webhooks/{id}/rotate", { params: { id } });
  output.line(texts.rotated(renewed.name));
  tellSecret(output, renewed);
  return exitCodes.done;
}

type EditOptions = CommonOptions & { name?: string; url?: string; type?: WebhookType[] };

/** `amplify webhooks edit`: options that are not given stay unchanged. */
export async function editWebhook(output: Output, text: string, options: EditOptions): Promise<ExitCode> {
  const texts = output.texts(webhookOutputTexts);
  const { name, url, type } = options;
  if (name === undefined && url === undefined && type === undefined)
    throw new UsageFault(texts.nothingToChange);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findWebhook(client, text, output);
  const body = {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(type === undefined ? {} : { types: type }),
  };
  const changed: Webhook = await client("PUT /amplify/api/webhooks/{id}", { params: { id }, body });
  output.line(texts.changed(changed));
  output.event("webhook", changed);
  return exitCodes.done;
}

/** Prints the secret on a line of its own, so that a script finds it. */
export function tellSecret(output: Output, webhook: WebhookWithSecret): void {
  output.line(output.texts(webhookOutputTexts).secret);
  output.line(webhook.secret);
  output.event("webhook", webhook);
}
