import type { Client } from "../../../contract/client.ts";
import type { TemplateFolder } from "../../../contract/schemas/template.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { findTemplate } from "../../find/findTemplate.ts";
import { pickOne } from "../../find/pickOne.ts";
import { shortId } from "../../format/campaignFigures.ts";
import type { Output } from "../../output.ts";

/** `amplify templates folders` and what is in them. */
export function folderCommands({ templateVerbs }: HelpTexts) {
  const folder = (name: string, summary: string) =>
    createCommand(name, summary).argument("<folder>", templateVerbs.folder);
  const folders = createCommand("folders", templateVerbs.folders)
    .action(action(listFolders))
    .addCommand(
      createCommand("add", templateVerbs.folderAdd)
        .argument("<name>", templateVerbs.name)
        .action(action(addFolder)),
    )
    .addCommand(
      folder("rename", templateVerbs.folderRename)
        .argument("<name>", templateVerbs.name)
        .action(action(renameFolder)),
    )
    .addCommand(folder("remove", templateVerbs.folderRemove).action(action(removeFolder)))
    .addCommand(
      createCommand("restore", templateVerbs.folderRestore)
        .argument("<id>", templateVerbs.folderId)
        .action(action(restoreFolder)),
    );
  const move = createCommand("move", templateVerbs.move)
    .argument("<template>", templateVerbs.which)
    .argument("<folder>", templateVerbs.folder)
    .action(action(moveTemplate));
  return [folders, move];
}

async function listFolders(output: Output, options: CommonOptions): Promise<ExitCode> {
  const { columns } = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const folders = await client("GET /amplify/template-folders");
  if (folders.length === 0) output.line(output.texts(verbTexts).templates.noFolders);
  else
    output.rows("folder", folders, [
      { title: columns.name, value: ({ name }) => name },
      { title: columns.id, value: ({ _id }) => shortId(_id), whole: true },
    ]);
  return exitCodes.done;
}

async function addFolder(output: Output, name: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const folder = await client("POST /amplify/template-folders", { body: { name } });
  output.line(output.texts(verbTexts).templates.folderAdded(folder.name));
  output.event("folder", folder);
  return exitCodes.done;
}

async function renameFolder(
  output: Output,
  text: string,
  name: string,
  options: CommonOptions,
): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findFolder(client, text, output);
  await client("PUT /amplify/template-folders/{id}", { params: { id }, body: { name } });
  output.line(output.texts(verbTexts).templates.renamed(name));
  output.event("folder", { _id: id, name });
  return exitCodes.done;
}

async function removeFolder(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id, name } = await findFolder(client, text, output);
  await client("DELETE /amplify/template-folders/{id}", { params: { id } });
  output.line(texts.templates.folderRemoved(name));
  output.event("removed", { _id: id, name });
  output.note(texts.bringBack(output.next(`templates folders restore ${id}`)));
  return exitCodes.done;
}

async function restoreFolder(output: Output, id: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const folder = await client("POST /amplify/template-folders/{id}/restore", { params: { id } });
  output.line(output.texts(verbTexts).templates.restored(folder.name));
  output.event("folder", folder);
  return exitCodes.done;
}

async function moveTemplate(
  output: Output,
  text: string,
  target: string,
  options: CommonOptions,
): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const { _id: id, name } = await findTemplate(client, text, output.texts(outputTexts));
  const folder = target === "none" ? null : await findFolder(client, target, output);
  const folderId = folder?._id ?? null;
  await client("PUT /templates/{id}/folder", { params: { id }, body: { folderId } });
  output.line(output.texts(verbTexts).templates.moved({ name, folder: folder?.name ?? null }));
  output.event("template", { _id: id, name, folderId });
  return exitCodes.done;
}

async function findFolder(client: Client, text: string, output: Output): Promise<TemplateFolder> {
  const of = ({ _id, name }: TemplateFolder) => ({ id: _id, name });
  const all = await client("GET /amplify/template-folders");
  return pickOne(all, text, { kind: "folder", of, texts: output.texts(outputTexts) });
}
