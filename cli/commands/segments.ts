import type { Client } from "../../contract/client.ts";
import { definitionOf } from "../../contract/leads/definitionOf.ts";
import { bodyLimits } from "../../contract/limits/http.ts";
import { parseJson } from "../../contract/parseJson.ts";
import type { Segment } from "../../contract/schemas/segments.ts";
import { joinOf, type Names, partText } from "../../contract/segments/conditionText.ts";
import {
  type Condition,
  isGroup,
  type Question,
  type QuestionPart,
  question as questionSchema,
} from "../../contract/segments/question.ts";
import { faultTexts } from "../../contract/texts/terminal/faults.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { verbTexts } from "../../contract/texts/terminal/verbs.ts";
import { type SegmentTexts, segmentTexts } from "../../contract/texts/workspace/segments.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import { readText } from "../files.ts";
import { pickOne } from "../find/pickOne.ts";
import { endList, type ListOptions, sortedPart, withList } from "../lists.ts";
import type { Output } from "../output.ts";
import { wholeNumber } from "../wholeNumber.ts";

/** `amplify segments`, and `show`, `add` and `remove`. */
export function segmentsCommand(help: HelpTexts) {
  const { segments } = help;
  const days = wholeNumber(help);
  const add = createCommand("add", segments.add)
    .argument("<name>", segments.name)
    .option("--file <path>", segments.file)
    .option("--collection <name...>", segments.collection)
    .option("--domain <domain>", segments.domain)
    .option("--joined <days>", segments.joined, days)
    .option("--opened <days>", segments.opened, days)
    .option("--not-opened <days>", segments.notOpened, days)
    .option("--clicked <days>", segments.clicked, days)
    .option("--not-sent <days>", segments.notSent, days)
    .action(action(addSegment));
  return withList(createCommand("segments", segments.summary), help)
    .helpGroup(help.groups.leads)
    .action(action(listSegments))
    .addCommand(
      createCommand("show", segments.show).argument("<name>", segments.name).action(action(showSegment)),
    )
    .addCommand(add)
    .addCommand(
      createCommand("remove", segments.remove)
        .argument("<name>", segments.name)
        .action(action(removeSegment)),
    )
    .addCommand(
      createCommand("edit", help.segmentVerbs.edit)
        .argument("<segment>", help.segmentVerbs.which)
        .option("--name <name>", help.segmentVerbs.name)
        .option("--file <path>", help.segmentVerbs.file)
        .action(action(editSegment)),
    )
    .addCommand(
      createCommand("restore", help.segmentVerbs.restore)
        .argument("<id>", help.segmentVerbs.id)
        .action(action(restoreSegment)),
    );
}

/** @throws {Refusal} if no segment has this name, or if several begin with it. */
export async function findSegment(client: Client, name: string, output: Output): Promise<Segment> {
  const segments = await client("GET /amplify/segments");
  const of = (one: Segment) => ({ id: one._id, name: one.name });
  return pickOne(segments, name, { kind: "segment", of, texts: output.texts(outputTexts) });
}

/** The time zone that days begin in. */
export function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

async function listSegments(output: Output, options: CommonOptions & ListOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const all = await client("GET /amplify/segments");
  const rows = sortedPart(output, all, options);
  const names = await namesOf(client);
  const said = output.texts(segmentTexts);
  if (rows.length === 0) output.line(texts.segments.none(output.next("segments add NAME --joined 30")));
  else
    output.rows("segment", rows, [
      { title: texts.columns.name, field: "name", value: ({ name }) => name, whole: true },
      {
        title: texts.columns.finds,
        value: ({ question, broken }) =>
          broken === null
            ? question.of.map((part) => partText(part, names, said)).join("; ")
            : texts.segments.broken(broken.reason),
        spare: true,
      },
    ]);
  endList(output, { of: "segment", shown: rows.length, total: all.length, more: "segments" });
  return exitCodes.done;
}

async function showSegment(output: Output, name: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const said = output.texts(segmentTexts);
  const { client } = await connect(output.terminal, options.server);
  const segment = await findSegment(client, name, output);
  const names = await namesOf(client);
  output.line(segment.name);
  for (const line of linesOf(segment.question, { names, said, indent: "  " })) output.line(line);
  if (segment.broken !== null) {
    output.line(texts.segments.broken(segment.broken.reason));
    output.event("segment", { ...segment, count: null });
    return exitCodes.done;
  }
  const body = { question: segment.question, zone: zoneHere() };
  const { count, examples } = await client("POST /amplify/segments/count", { body });
  output.line(said.count.found(count));
  for (const { firstName, lastName, email } of examples) output.line(`  ${firstName} ${lastName} ${email}`);
  output.event("segment", { ...segment, count });
  return exitCodes.done;
}

type AddOptions = CommonOptions & {
  file?: string;
  collection?: string[];
  domain?: string;
  joined?: number;
  opened?: number;
  notOpened?: number;
  clicked?: number;
  notSent?: number;
};

async function addSegment(output: Output, name: string, options: AddOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const given = options.file === undefined ? null : await readQuestion(output, options.file);
  const { client } = await connect(output.terminal, options.server);
  const of = await conditionsOf(client, options, output);
  const question = given ?? { match: "all" as const, of };
  if (question.of.length === 0) throw new UsageFault(output.texts(faultTexts).segments.nothingAsked);
  const segment = await client("POST /amplify/segments", { body: { name, question } });
  const body = { question, zone: zoneHere() };
  const { count } = await client("POST /amplify/segments/count", { body });
  output.line(
    texts.segments.added({ name: segment.name, found: output.texts(segmentTexts).count.found(count) }),
  );
  output.event("segment", { ...segment, count });
  return exitCodes.done;
}

async function removeSegment(output: Output, name: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const segment = await findSegment(client, name, output);
  await client("DELETE /amplify/segments/{id}", { params: { id: segment._id } });
  output.line(output.texts(outputTexts).segments.removed(segment.name));
  output.event("removed", { _id: segment._id, name: segment.name });
  output.note(output.texts(verbTexts).bringBack(output.next(`segments restore ${segment._id}`)));
  return exitCodes.done;
}

type EditOptions = CommonOptions & { name?: string; file?: string };

async function editSegment(output: Output, which: string, options: EditOptions): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const { name, file } = options;
  if (name === undefined && file === undefined) throw new UsageFault(texts.nothingToChange);
  const question = file === undefined ? null : await readQuestion(output, file);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findSegment(client, which, output);
  const body = { ...(name === undefined ? {} : { name }), ...(question === null ? {} : { question }) };
  const segment = await client("PUT /amplify/segments/{id}", { params: { id }, body });
  output.line(texts.things.saved(segment.name));
  output.event("segment", segment);
  return exitCodes.done;
}

async function restoreSegment(output: Output, id: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const segment = await client("POST /amplify/segments/{id}/restore", { params: { id } });
  output.line(output.texts(verbTexts).things.restored(segment.name));
  output.event("segment", segment);
  return exitCodes.done;
}

/** The conditions of the flags, all of which must hold. */
async function conditionsOf(client: Client, options: AddOptions, output: Output): Promise<Condition[]> {
  const { domain, joined, opened, notOpened, clicked, notSent } = options;
  const conditions: Condition[] = [];
  if (options.collection !== undefined) {
    const all = await client("GET /amplify/collections");
    const of = (one: { _id: string; name: string }) => ({ id: one._id, name: one.name });
    const pick = { kind: "collection" as const, of, texts: output.texts(outputTexts) };
    const collections = options.collection.map((each) => pickOne(all, each, pick)._id);
    conditions.push({ about: "collections", op: "in", collections });
  }
  if (domain !== undefined) conditions.push({ about: "domain", op: "is", value: domain });
  if (joined !== undefined) conditions.push({ about: "created", op: "inLast", days: joined });
  if (opened !== undefined) conditions.push({ about: "opened", op: "inLast", days: opened });
  if (notOpened !== undefined) conditions.push({ about: "opened", op: "notInLast", days: notOpened });
  if (clicked !== undefined) conditions.push({ about: "clicked", op: "inLast", days: clicked });
  if (notSent !== undefined) conditions.push({ about: "sent", op: "notInLast", days: notSent });
  return conditions;
}

/** @throws {UsageFault} if there is no such file, or if it is no JSON or no question. */
async function readQuestion(output: Output, path: string): Promise<Question> {
  const texts = output.texts(faultTexts);
  const tooLarge = texts.segments.noQuestion(path);
  const text = await readText(output.terminal, path, { maxBytes: bodyLimits.jsonBytes, tooLarge });
  const read = questionSchema.safeParse(jsonIn(text));
  if (!read.success) throw new UsageFault(texts.segments.noQuestion(path));
  return read.data;
}

/** Undefined, which is no valid question, if it is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // The error is reported for the file as a whole.
    return undefined;
  }
}

async function namesOf(client: Client): Promise<Names> {
  const [fields, collections, campaigns] = await Promise.all([
    client("GET /amplify/fields"),
    client("GET /amplify/collections"),
    client("GET /amplify/campaigns"),
  ]);
  return {
    fields: fields.map(definitionOf),
    collections: collections.map(({ _id, name }) => ({ id: _id, name })),
    campaigns: campaigns.map(({ _id, name }) => ({ id: _id, name })),
  };
}

type Told = { names: Names; said: SegmentTexts; indent: string };

/** A question as lines; what is in a group is indented. */
function linesOf(part: QuestionPart, { names, said, indent }: Told): string[] {
  if (!isGroup(part)) return [`${indent}${partText(part, names, said)}`];
  const inner = part.of.flatMap((each) => linesOf(each, { names, said, indent: `${indent}  ` }));
  return [`${indent}${said.joins[joinOf(part)]}:`, ...inner];
}
