import { Option } from "commander";
import { type FieldKind, fieldKinds } from "../../contract/leads/customFields.ts";
import { faultTexts } from "../../contract/texts/terminal/faults.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { verbTexts } from "../../contract/texts/terminal/verbs.ts";
import { customFieldTexts } from "../../contract/texts/workspace/customFields.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import { findField } from "../find/findField.ts";
import { endList, type ListOptions, sortedPart, withList } from "../lists.ts";
import type { Output } from "../output.ts";
import { wholeNumber } from "../wholeNumber.ts";

/** `amplify fields`, `amplify fields add` and `amplify fields remove`. */
export function fieldsCommand(help: HelpTexts) {
  const add = createCommand("add", help.fields.add)
    .argument("<label>", help.fields.label)
    .addOption(new Option("--kind <kind>", help.fields.kind).choices(fieldKinds).default("text"))
    .option("--key <key>", help.fields.key)
    .option("--choice <name...>", help.fields.choice)
    .action(action(addField));
  const remove = createCommand("remove", help.fields.remove)
    .argument("<key>", help.fields.which)
    .action(action(removeField));
  const edit = createCommand("edit", help.fieldVerbs.edit)
    .argument("<key>", help.fields.which)
    .option("--label <label>", help.fieldVerbs.label)
    .option("--choice <name...>", help.fieldVerbs.choices)
    .option("--position <number>", help.fieldVerbs.position, wholeNumber(help))
    .action(action(editField));
  const restore = createCommand("restore", help.fieldVerbs.restore)
    .argument("<id>", help.fieldVerbs.id)
    .action(action(restoreField));
  return withList(createCommand("fields", help.fields.summary), help)
    .helpGroup(help.groups.leads)
    .action(action(listFields))
    .addCommand(add)
    .addCommand(edit)
    .addCommand(remove)
    .addCommand(restore);
}

async function listFields(output: Output, options: CommonOptions & ListOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { kinds } = output.texts(customFieldTexts);
  const { client } = await connect(output.terminal, options.server);
  const all = await client("GET /amplify/fields");
  const rows = sortedPart(output, all, options);
  if (rows.length === 0) output.line(texts.fields.none(output.next("fields add NAME")));
  else
    output.rows("field", rows, [
      { title: texts.columns.name, field: "label", value: ({ label }) => label },
      { title: texts.columns.key, field: "key", value: ({ key }) => key, whole: true },
      { title: texts.columns.kind, field: "kind", value: ({ kind }) => kinds[kind] },
      {
        title: texts.columns.choices,
        field: "choices",
        value: ({ choices }) => choices.map(({ name }) => name).join(", "),
        spare: true,
      },
    ]);
  endList(output, { of: "field", shown: rows.length, total: all.length, more: "fields" });
  return exitCodes.done;
}

type AddOptions = CommonOptions & { kind: FieldKind; key?: string; choice?: string[] };

async function addField(output: Output, label: string, options: AddOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { kind, key, choice: choices } = options;
  const body = { label, kind, ...(key === undefined ? {} : { key }), ...(choices && { choices }) };
  const field = await client("POST /amplify/fields", { body });
  output.line(texts.fields.added({ label: field.label, key: field.key }));
  output.event("field", field);
  return exitCodes.done;
}

async function removeField(output: Output, key: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const field = await findField(client, { key, texts: output.texts(faultTexts) });
  await client("DELETE /amplify/fields/{id}", { params: { id: field._id } });
  output.line(texts.fields.removed(field.label));
  output.event("removed", { _id: field._id, key: field.key });
  output.note(output.texts(verbTexts).bringBack(output.next(`fields restore ${field._id}`)));
  return exitCodes.done;
}

type EditOptions = CommonOptions & { label?: string; choice?: string[]; position?: number };

async function editField(output: Output, key: string, options: EditOptions): Promise<ExitCode> {
  const { label, choice, position } = options;
  const texts = output.texts(verbTexts);
  if (label === undefined && choice === undefined && position === undefined)
    throw new UsageFault(texts.nothingToChange);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id, choices } = await findField(client, { key, texts: output.texts(faultTexts) });
  const body = {
    ...(label === undefined ? {} : { label }),
    // A choice of the same name keeps its id, so that leads keep it.
    ...(choice && { choices: choice.map((name) => choices.find((one) => one.name === name) ?? { name }) }),
    ...(position === undefined ? {} : { position: position - 1 }),
  };
  const field = await client("PATCH /amplify/fields/{id}", { params: { id }, body });
  output.line(texts.things.saved(field.label));
  output.event("field", field);
  return exitCodes.done;
}

async function restoreField(output: Output, id: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const field = await client("POST /amplify/fields/{id}/restore", { params: { id } });
  output.line(output.texts(verbTexts).things.restored(field.label));
  output.event("field", field);
  return exitCodes.done;
}
