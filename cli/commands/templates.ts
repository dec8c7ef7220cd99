import type { Client } from "../../contract/client.ts";
import { htmlLimits } from "../../contract/limits/html.ts";
import type { Template } from "../../contract/schemas/template.ts";
import { faultTexts } from "../../contract/texts/terminal/faults.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import { verbTexts } from "../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { readText } from "../files.ts";
import { shortId } from "../format/campaignFigures.ts";
import { clockTime } from "../format/times.ts";
import { endList, type ListOptions, sortedPart, withList } from "../lists.ts";
import type { Output } from "../output.ts";
import { folderCommands } from "./templates/folders.ts";
import { templateManagementCommands } from "./templates/manage.ts";
import { previewCommand } from "./templates/preview.ts";
import { isJson, templateContent } from "./templates/templateContent.ts";
import { transferCommands } from "./templates/transfer.ts";

/** `amplify templates`: lists templates; its subcommands act on one. */
export function templatesCommand(help: HelpTexts) {
  const { templateVerbs } = help;
  const add = createCommand("add", help.templates.add)
    .argument("<name>", help.templates.name)
    .argument("<file>", help.templates.file)
    .option("--convert", templateVerbs.convert)
    .action(action(addTemplate));
  const templates = withList(createCommand("templates", templateVerbs.summary), help)
    .helpGroup(help.groups.templates)
    .addHelpText("after", templateVerbs.examples)
    .action(action(listTemplates))
    .addCommand(add);
  for (const command of [
    ...transferCommands(help),
    previewCommand(help),
    ...templateManagementCommands(help),
    ...folderCommands(help),
  ])
    templates.addCommand(command);
  return templates;
}

async function listTemplates(output: Output, options: CommonOptions & ListOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  // Whole templates have up to two megabytes each, and a list shows only their names.
  const all = await client("GET /templates/summaries");
  const rows = sortedPart(output, all, options);
  if (rows.length === 0) output.line(texts.templates.none(output.next("templates add NAME FILE.html")));
  else
    output.rows("template", rows, [
      { title: texts.columns.name, field: "name", value: ({ name }) => name },
      {
        title: texts.columns.whose,
        value: (template) => (template.public ? texts.templates.public : texts.templates.mine),
      },
      {
        title: texts.columns.changed,
        field: "updatedAt",
        value: ({ updatedAt }) => clockTime(updatedAt, output.terminal.now(), output.texts(progressTexts)),
        spare: true,
      },
      { title: texts.columns.id, value: ({ _id }) => shortId(_id), whole: true },
    ]);
  endList(output, { of: "template", shown: rows.length, total: all.length, more: "templates" });
  return exitCodes.done;
}

async function addTemplate(
  output: Output,
  name: string,
  path: string,
  options: CommonOptions & { convert?: boolean },
): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const tooLarge = output.texts(faultTexts).htmlTooLarge;
  const text = await readText(output.terminal, path, { maxBytes: htmlLimits.maxBytes, tooLarge });
  const { client } = await connect(output.terminal, options.server);
  const file = { text, path, isDesign: isJson(path), convert: options.convert, output };
  const content = await templateContent(client, file);
  const template: Template = await client("POST /templates", { body: { name, ...content } });
  output.line(texts.templates.saved(template.name));
  output.event("template", { _id: template._id, name: template.name });
  await warnOfTwins(output, client, template.name);
  return exitCodes.done;
}

/** Templates of the same name can only be told apart by their identifiers, so this says so before a send has to ask. */
async function warnOfTwins(output: Output, client: Client, name: string): Promise<void> {
  const all = await client("GET /templates/summaries");
  const count = all.filter((one) => !one.public && one.name.toLowerCase() === name.toLowerCase()).length;
  const push = output.next("templates push ID FILE");
  if (count > 1) output.note(output.texts(verbTexts).templates.several({ name, count, push }));
}
