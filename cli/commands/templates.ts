import { readFile, stat } from "node:fs/promises";
import { Refusal } from "../../contract/errors.ts";
import { htmlLimits } from "../../contract/limits/html.ts";
import type { Template } from "../../contract/schemas/template.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import { shortId } from "../format/campaignFigures.ts";
import { clockTime } from "../format/times.ts";
import type { Output } from "../output.ts";

/** `amplify templates` and `amplify templates add`. */
export function templatesCommand() {
  const add = createCommand("add", "Save an HTML file as a new template")
    .argument("<name>", "what it is called")
    .argument("<file>", "the HTML; {{firstName}} and the like are filled in when it is sent")
    .action(action(addTemplate));
  return createCommand("templates", "List templates, or add one")
    .helpGroup("Templates:")
    .action(action(listTemplates))
    .addCommand(add);
}

async function listTemplates(output: Output, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal.env, options.server);
  // Whole templates weigh up to two megabytes each, and a list shows their names.
  const rows = await client("GET /templates/summaries");
  if (rows.length === 0)
    output.line(`There is no template yet. Add one: ${output.next("templates add NAME FILE.html")}`);
  else
    output.rows("template", rows, [
      { title: "NAME", value: ({ name }) => name },
      { title: "WHOSE", value: (template) => (template.public ? "public" : "mine") },
      {
        title: "CHANGED",
        value: ({ updatedAt }) => clockTime(updatedAt, output.terminal.now()),
        spare: true,
      },
      { title: "ID", value: ({ _id }) => shortId(_id), whole: true },
    ]);
  return exitCodes.done;
}

async function addTemplate(
  output: Output,
  name: string,
  path: string,
  options: CommonOptions,
): Promise<ExitCode> {
  const html = await readHtml(path);
  const { client } = await connect(output.terminal.env, options.server);
  const template: Template = await client("POST /templates", { body: { name, html } });
  output.line(`Saved as ${template.name}.`);
  output.event("template", { _id: template._id, name: template.name });
  return exitCodes.done;
}

async function readHtml(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new UsageFault(`There is no file ${path}.`);
  if (found.size > htmlLimits.maxBytes) throw new Refusal("too_large", "The HTML is larger than 1 MB.");
  return readFile(path, "utf8");
}
