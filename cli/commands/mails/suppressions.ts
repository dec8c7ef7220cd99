import { Option } from "commander";
import type { Client } from "../../../contract/client.ts";
import { transactionalLimits } from "../../../contract/limits/sending.ts";
import {
  type KindSuppression,
  type SuppressionCause,
  suppressionCauses,
} from "../../../contract/schemas/transactional.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { suppressionTexts } from "../../../contract/texts/terminal/suppressions.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { UsageFault } from "../../faults.ts";
import type { Output } from "../../output.ts";

/** The API's value for mails of all kinds. */
const everyKind = "*";

/** `amplify suppressions`: `list`, `add`, `remove` and `check` addresses that take no transactional mail. */
export function suppressionsCommand(texts: HelpTexts) {
  const { suppressions: help } = texts;
  const of = (name: string, summary: string) =>
    createCommand(name, summary).argument("<email>", help.email).option("--kind <kind>", help.kind);
  const list = () => createCommand("list", help.list).option("--kind <kind>", help.onlyKind);
  const causes = new Option("--cause <cause>", help.cause).choices([...suppressionCauses]);
  return createCommand("suppressions", help.summary)
    .helpGroup(texts.groups.sending)
    .option("--kind <kind>", help.onlyKind)
    .action(action(listSuppressions))
    .addCommand(list().action(action(listSuppressions)))
    .addCommand(of("add", help.add).addOption(causes).action(action(addSuppression)))
    .addCommand(of("remove", help.remove).action(action(removeSuppression)))
    .addCommand(of("check", help.check).action(action(checkSuppression)));
}

type KindOptions = CommonOptions & { kind?: string };

async function listSuppressions(output: Output, { server, kind }: KindOptions): Promise<ExitCode> {
  const texts = output.texts(suppressionTexts);
  const { client } = await connect(output.terminal, server);
  const rows = await Array.fromAsync(everySuppression(client, kind === undefined ? {} : { kind }));
  if (rows.length === 0) output.line(texts.none);
  else tell(output, rows);
  return exitCodes.done;
}

async function addSuppression(
  output: Output,
  email: string,
  { server, kind = everyKind, cause }: KindOptions & { cause?: SuppressionCause },
): Promise<ExitCode> {
  const texts = output.texts(suppressionTexts);
  const { client } = await connect(output.terminal, server);
  const body = { email, kind, ...(cause === undefined ? {} : { cause }) };
  const added = await client("POST /email/suppressions", { body });
  output.line(added.kind === everyKind ? texts.addedForEvery(added.email) : texts.added(added));
  output.event("suppression", { ...added, isSuppressed: true });
  return exitCodes.done;
}

/** A suppression for all kinds is not lifted for a single one. */
async function removeSuppression(
  output: Output,
  email: string,
  { server, kind = everyKind }: KindOptions,
): Promise<ExitCode> {
  const texts = output.texts(suppressionTexts);
  const { client } = await connect(output.terminal, server);
  const [found] = await Array.fromAsync(everySuppression(client, { email, kind }));
  if (found === undefined) throw new UsageFault(texts.notThere({ email, kind }));
  await client("DELETE /email/suppressions/{id}", { params: { id: found.id } });
  output.line(found.kind === everyKind ? texts.removedForEvery(found.email) : texts.removed(found));
  output.event("suppression", { ...found, isSuppressed: false });
  return exitCodes.done;
}

async function checkSuppression(
  output: Output,
  email: string,
  { server, kind }: KindOptions,
): Promise<ExitCode> {
  const texts = output.texts(suppressionTexts);
  const { client } = await connect(output.terminal, server);
  const all = await Array.fromAsync(everySuppression(client, { email }));
  const found = all.filter((one) => kind === undefined || one.kind === kind || one.kind === everyKind);
  const { returned = null } = await client("GET /email/suppressions", { query: { email, pageSize: 1 } });
  if (returned !== null) {
    const again = output.next(["leads", "mail-again", email].join(" "));
    output.line(texts.returned({ email, day: dayOf(returned.at), words: returned.words, again }));
    output.event("returned", { email, ...returned });
  }
  const show = output.next(["leads", "show", email].join(" "));
  if (found.length > 0) tell(output, found);
  else if (returned === null) output.line(texts.takes({ email, kind: kind ?? null, show }));
  return found.length === 0 && returned === null ? exitCodes.done : exitCodes.refused;
}

const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

function tell(output: Output, rows: readonly KindSuppression[]): void {
  const texts = output.texts(suppressionTexts);
  output.rows("suppression", rows, [
    { title: texts.columns.email, value: ({ email }) => email },
    { title: texts.columns.kind, value: ({ kind }) => (kind === everyKind ? texts.everyKind : kind) },
    { title: texts.columns.cause, value: ({ cause }) => texts.causes[cause] },
    {
      title: texts.columns.since,
      value: ({ createdAt }) => dayOf(createdAt),
      spare: true,
    },
  ]);
}

type Only = { email?: string; kind?: string };

async function* everySuppression(client: Client, only: Only): AsyncGenerator<KindSuppression> {
  let before: string | null = null;
  do {
    const query: Only & { before?: string; pageSize: number } = {
      ...only,
      pageSize: transactionalLimits.pageMax,
    };
    if (before !== null) query.before = before;
    const page: { items: KindSuppression[]; next: string | null } = await client("GET /email/suppressions", {
      query,
    });
    yield* page.items;
    before = page.next;
  } while (before !== null);
}
