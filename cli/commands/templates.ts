import { readFile, stat } from "node:fs/promises";
import { Refusal } from "../../contract/errors.ts";
import { htmlLimits } from "../../contract/limits/html.ts";
import type { Template } from "../../contract/schemas/template.ts";
import { type FaultTexts, faultTexts } from "../../contract/texts/terminal/faults.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import { shortId } from "../format/campaignFigures.ts";
import { clockTime } from "../format/times.ts";
import type { Output } from "../output.ts";

/** `amplify templates` and `amplify templates add`. */
export function templatesCommand(help: HelpTexts) {
  const add = createCommand("add", help.templates.add)
    .argument("<name>", help.templates.name)
    .argument("<file>", help.templates.file)
    .action(action(addTemplate));
  return createCommand("templates", help.templates.summary)
    .helpGroup(help.groups.templates)
    .action(action(listTemplates))
    .addCommand(add);
}

async function listTemplates(output: Output, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  // Whole templates weigh up to two megabytes each, and a list shows their names.
  const rows = await client("GET /templates/summaries");
  if (rows.length === 0) output.line(texts.templates.none(output.next("templates add NAME FILE.html")));
  else
    output.rows("template", rows, [
      { title: texts.columns.name, value: ({ name }) => name },
      {
        title: texts.columns.whose,
        value: (template) => (template.public ? texts.templates.public : texts.templates.mine),
      },
      {
        title: texts.columns.changed,
        value: ({ updatedAt }) => clockTime(updatedAt, output.terminal.now(), output.texts(progressTexts)),
        spare: true,
      },
      { title: texts.columns.id, value: ({ _id }) => shortId(_id), whole: true },
    ]);
  return exitCodes.done;
}

async function addTemplate(
  output: Output,
  name: string,
  path: string,
  options: CommonOptions,
): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const html = await readHtml(path, output.texts(faultTexts));
  const { client } = await connect(output.terminal, options.server);
  const template: Template = await client("POST /templates", { body: { name, html } });
  output.line(texts.templates.saved(template.name));
  output.event("template", { _id: template._id, name: template.name });
  return exitCodes.done;
}

async function readHtml(path: string, texts: FaultTexts): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new UsageFault(texts.noFile(path));
  if (found.size > htmlLimits.maxBytes) throw new Refusal("too_large", texts.htmlTooLarge);
  return readFile(path, "utf8");
}
