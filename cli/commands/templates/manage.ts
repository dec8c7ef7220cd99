import type { Client } from "../../../contract/client.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { findTemplate } from "../../find/findTemplate.ts";
import { clockTime } from "../../format/times.ts";
import type { Output } from "../../output.ts";
import { wholeNumber } from "../../wholeNumber.ts";

/** Commands for whole templates: show, rename, duplicate, remove, restore and share. */
export function templateManagementCommands(help: HelpTexts) {
  const { templateVerbs } = help;
  const of = (
    name: "show" | "duplicate" | "rename" | "remove" | "versions" | "revert" | "publish",
  ): ReturnType<typeof createCommand> =>
    createCommand(name, templateVerbs[name]).argument("<template>", templateVerbs.which);
  return [
    of("show").action(action(showTemplate)),
    of("duplicate").argument("[name]", templateVerbs.name).action(action(duplicate)),
    of("rename").argument("<name>", templateVerbs.name).action(action(rename)),
    of("remove").action(action(remove)),
    createCommand("restore", templateVerbs.restore)
      .argument("<deletion>", templateVerbs.deletion)
      .action(action(restore)),
    of("versions").action(action(listVersions)),
    of("revert").argument("<version>", templateVerbs.number, wholeNumber(help)).action(action(revert)),
    of("publish").option("--back", templateVerbs.back).action(action(publish)),
  ];
}

async function showTemplate(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const { templates: texts, labels, labelled, yes, no } = output.texts(verbTexts);
  const { client } = await connect(output.terminal, options.server);
  const summary = await findTemplate(client, text, output.texts(outputTexts));
  const [template, folders] = await Promise.all([
    client("GET /templates/{id}", { params: { id: summary._id } }),
    client("GET /amplify/template-folders"),
  ]);
  const folder = folders.find(({ _id }) => _id === summary.folderId)?.name ?? texts.none;
  output.line(template.name);
  for (const [label, value] of [
    [labels.id, template._id],
    [texts.labels.version, String(template.version)],
    [texts.labels.folder, folder],
    [texts.labels.size, texts.bytes(new TextEncoder().encode(template.html).length)],
    [texts.labels.design, template.design === null ? no : yes],
  ] as const)
    output.line(labelled({ label, value }));
  output.event("template", { ...template, folderId: summary.folderId });
  return exitCodes.done;
}

async function duplicate(
  output: Output,
  text: string,
  given: string | undefined,
  options: CommonOptions,
): Promise<ExitCode> {
  const texts = output.texts(verbTexts).templates;
  const { client, id } = await named(output, text, options);
  const { design, html, name } = await client("GET /templates/{id}", { params: { id } });
  const body = { name: given ?? texts.copyName(name), html, ...(design === null ? {} : { design }) };
  const copy = await client("POST /templates", { body });
  output.line(texts.copied(copy.name));
  output.event("template", { _id: copy._id, name: copy.name });
  return exitCodes.done;
}

async function rename(output: Output, text: string, name: string, options: CommonOptions): Promise<ExitCode> {
  const { client, id } = await named(output, text, options);
  const template = await client("PUT /templates/{id}", { params: { id }, body: { name } });
  output.line(output.texts(verbTexts).templates.renamed(template.name));
  output.event("template", { _id: id, name: template.name, version: template.version });
  return exitCodes.done;
}

async function remove(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const { client, id, name } = await named(output, text, options);
  const { deletionId } = await client("DELETE /templates/{id}", { params: { id } });
  output.line(texts.templates.removed(name));
  output.event("removed", { _id: id, name, deletionId });
  output.note(texts.bringBack(output.next(`templates restore ${deletionId}`)));
  return exitCodes.done;
}

async function restore(output: Output, id: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const template = await client("POST /templates/deletions/{id}/undo", { params: { id } });
  output.line(output.texts(verbTexts).templates.restored(template.name));
  output.event("template", { _id: template._id, name: template.name });
  return exitCodes.done;
}

async function listVersions(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const { columns } = output.texts(outputTexts);
  const { client, id } = await named(output, text, options);
  const versions = await client("GET /templates/{id}/versions", { params: { id } });
  output.rows("version", versions, [
    { title: columns.version, value: ({ version }) => String(version), align: "right" },
    { title: columns.name, value: ({ name }) => name },
    {
      title: columns.changed,
      value: ({ savedAt }) => clockTime(savedAt, output.terminal.now(), output.texts(progressTexts)),
    },
  ]);
  return exitCodes.done;
}

async function revert(
  output: Output,
  text: string,
  version: number,
  options: CommonOptions,
): Promise<ExitCode> {
  const { client, id } = await named(output, text, options);
  const params = { id, version };
  const template = await client("POST /templates/{id}/versions/{version}/restore", { params });
  output.line(output.texts(verbTexts).templates.pushed(template));
  output.event("template", { _id: id, name: template.name, version: template.version });
  return exitCodes.done;
}

async function publish(
  output: Output,
  text: string,
  options: CommonOptions & { back?: boolean },
): Promise<ExitCode> {
  const texts = output.texts(verbTexts).templates;
  const { client, id } = await named(output, text, options);
  const body = { public: !options.back };
  const template = await client("POST /templates/{id}/publish", { params: { id }, body });
  output.line(template.public ? texts.published(template.name) : texts.unpublished(template.name));
  output.event("template", { _id: id, name: template.name, public: template.public });
  return exitCodes.done;
}

async function named(
  output: Output,
  text: string,
  { server }: CommonOptions,
): Promise<{ client: Client; id: string; name: string }> {
  const { client } = await connect(output.terminal, server);
  const { _id: id, name } = await findTemplate(client, text, output.texts(outputTexts));
  return { client, id, name };
}
