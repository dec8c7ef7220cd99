import type { Client } from "../../contract/client.ts";
import { isMaybeDone } from "../../contract/maybeDone.ts";
import type { Collection } from "../../contract/schemas/lead.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { verbTexts } from "../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { findAudience } from "../find/findAudience.ts";
import { pickOne } from "../find/pickOne.ts";
import { endList, type ListOptions, sortedPart, withList } from "../lists.ts";
import type { Output } from "../output.ts";

/** `amplify collections`: lists collections with their numbers of leads; its subcommands act on one. */
export function collectionsCommand(help: HelpTexts) {
  const { collectionVerbs } = help;
  const of = (name: "rename" | "remove" | "merge") =>
    createCommand(name, collectionVerbs[name]).argument("<collection>", collectionVerbs.which);
  return withList(createCommand("collections", collectionVerbs.summary), help)
    .helpGroup(help.groups.leads)
    .action(action(listCollections))
    .addCommand(
      createCommand("add", collectionVerbs.add)
        .argument("<name>", collectionVerbs.name)
        .action(action(addCollection)),
    )
    .addCommand(of("rename").argument("<name>", collectionVerbs.name).action(action(renameCollection)))
    .addCommand(of("remove").action(action(removeCollection)))
    .addCommand(of("merge").argument("<into>", collectionVerbs.into).action(action(mergeCollection)));
}

async function listCollections(output: Output, options: CommonOptions & ListOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const [all, collections] = await Promise.all([
    findAudience(client, "all", texts),
    client("GET /amplify/collections"),
  ]);
  const rows = sortedPart(output, [{ _id: "", name: "all", count: all.count }, ...collections], options);
  output.rows("collection", rows, [
    { title: texts.columns.name, field: "name", value: ({ name }) => name, whole: true },
    { title: texts.columns.leads, field: "count", value: ({ count }) => texts.number(count), align: "right" },
  ]);
  const total = collections.length + 1;
  endList(output, { of: "collection", shown: rows.length, total, more: "collections" });
  return exitCodes.done;
}

async function addCollection(output: Output, name: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const collection = await client("POST /amplify/collections", { body: { name } });
  output.line(output.texts(verbTexts).collectionAdded(collection.name));
  output.event("collection", collection);
  return exitCodes.done;
}

async function renameCollection(
  output: Output,
  which: string,
  name: string,
  options: CommonOptions,
): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findCollection(client, which, output);
  const collection = await client("PATCH /amplify/collections/{id}", { params: { id }, body: { name } });
  output.line(output.texts(verbTexts).collectionRenamed(collection.name));
  output.event("collection", collection);
  return exitCodes.done;
}

async function removeCollection(output: Output, which: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const { _id: id, name } = await findCollection(client, which, output);
  await client("DELETE /amplify/collections/{id}", { params: { id } });
  output.line(output.texts(verbTexts).collectionRemoved(name));
  output.event("removed", { _id: id, name });
  return exitCodes.done;
}

async function mergeCollection(
  output: Output,
  which: string,
  target: string,
  options: CommonOptions,
): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const from = await findCollection(client, which, output);
  const other = await findCollection(client, target, output);
  const call = { params: { id: from._id }, body: { into: other._id } };
  const collection = await client("POST /amplify/collections/{id}/merge", call).catch((error: unknown) => {
    const again = output.next(`collections merge ${from._id} ${other._id}`);
    const names = { from: from.name, into: other.name };
    if (isMaybeDone(error)) output.note(output.texts(verbTexts).mergeBrokeOff({ ...names, again }));
    throw error;
  });
  const { name, count } = collection;
  output.line(output.texts(verbTexts).merged({ from: from.name, into: name, count }));
  output.event("collection", collection);
  return exitCodes.done;
}

async function findCollection(client: Client, text: string, output: Output): Promise<Collection> {
  const of = ({ _id, name }: Collection) => ({ id: _id, name });
  const all = await client("GET /amplify/collections");
  return pickOne(all, text, { kind: "collection", of, texts: output.texts(outputTexts) });
}
