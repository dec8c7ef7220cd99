import type { Client } from "../../../contract/client.ts";
import { Refusal } from "../../../contract/errors.ts";
import { htmlLimits } from "../../../contract/limits/html.ts";
import { faultTexts } from "../../../contract/texts/terminal/faults.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { readText, saveAnswer, stdio } from "../../files.ts";
import { findTemplate, pickTemplate } from "../../find/findTemplate.ts";
import type { Output } from "../../output.ts";
import { wholeNumber } from "../../wholeNumber.ts";
import { isJson, templateContent } from "./templateContent.ts";

type PullOptions = CommonOptions & { design?: boolean; version?: number };
type PushOptions = CommonOptions & {
  design?: boolean;
  dropDesign?: boolean;
  convert?: boolean;
  version?: number;
};

/** `amplify templates pull` and `push`: templates as files, to be edited elsewhere and kept under version control. */
export function transferCommands(help: HelpTexts) {
  const { templateVerbs } = help;
  return [
    createCommand("pull", templateVerbs.pull)
      .argument("<template>", templateVerbs.which)
      .argument("[file]", templateVerbs.pullFile, stdio)
      .option("--design", templateVerbs.design)
      .option("--version <number>", templateVerbs.ofVersion, wholeNumber(help))
      .action(action(pull)),
    createCommand("push", templateVerbs.push)
      .argument("<template>", templateVerbs.which)
      .argument("<file>", templateVerbs.pushFile)
      .option("--design", templateVerbs.asDesign)
      .option("--drop-design", templateVerbs.dropDesign)
      .option("--convert", templateVerbs.convert)
      .option("--version <number>", templateVerbs.version, wholeNumber(help))
      .action(action(push)),
  ];
}

async function pull(output: Output, text: string, path: string, options: PullOptions): Promise<ExitCode> {
  const texts = output.texts(verbTexts).templates;
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findTemplate(client, text, output.texts(outputTexts));
  const template =
    options.version === undefined
      ? await client("GET /templates/{id}", { params: { id } })
      : await client("GET /templates/{id}/versions/{version}", { params: { id, version: options.version } });
  const isDesign = options.design === true || isJson(path);
  if (isDesign && template.design === null) throw new Refusal("not_found", texts.noDesign(template.name));
  const content = isDesign ? `${JSON.stringify(template.design, null, 2)}\n` : template.html;
  await saveAnswer(output, path, new Response(content));
  return exitCodes.done;
}

async function push(output: Output, wanted: string, path: string, options: PushOptions): Promise<ExitCode> {
  const texts = output.texts(verbTexts).templates;
  const isDesign = options.design === true || isJson(path);
  const limit = { maxBytes: htmlLimits.maxBytes, tooLarge: output.texts(faultTexts).htmlTooLarge };
  const text = await readText(output.terminal, path, limit);
  const { client } = await connect(output.terminal, options.server);
  const content = await templateContent(client, { text, path, isDesign, convert: options.convert, output });
  const found = await ownTemplate(client, wanted, output);
  const name = found?.name ?? wanted;
  const body = { ...content, ...(!isDesign && options.dropDesign ? { design: null } : {}) };
  if (found !== null && !isDesign && !options.dropDesign) {
    const { design } = await client("GET /templates/{id}", { params: { id: found._id } });
    // The editor would go on showing the old design, and its next save would overwrite this HTML.
    if (design !== null) throw new Refusal("conflict", texts.hasDesign(name));
  }
  const { version } = options;
  const template =
    found === null
      ? await client("POST /templates", { body: { name, ...body } })
      : await client("PUT /templates/{id}", {
          params: { id: found._id },
          body: { ...body, ...(version === undefined ? {} : { version }) },
        });
  output.line(texts.pushed(template));
  output.event("template", { _id: template._id, name: template.name, version: template.version });
  return exitCodes.done;
}

/** A public template is never replaced by pushing a file of the same name. */
async function ownTemplate(client: Client, text: string, output: Output) {
  const own = (await client("GET /templates/summaries")).filter((one) => !one.public);
  try {
    return pickTemplate(own, text, output.texts(outputTexts));
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") return null;
    throw error;
  }
}
