import type { Client } from "../../contract/client.ts";
import { Refusal } from "../../contract/errors.ts";
import { type KeyScope, keyScopes } from "../../contract/identity/keys.ts";
import { dayMs } from "../../contract/limits/units.ts";
import type { ApiKey } from "../../contract/schemas/keys.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { type TerminalKeyTexts, terminalKeyTexts } from "../../contract/texts/terminal/keys.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { confirm } from "../ask.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import { findAccount } from "../find/findAccount.ts";
import { pickOne } from "../find/pickOne.ts";
import { endList, type ListOptions, sortedPart, withList } from "../lists.ts";
import type { Output } from "../output.ts";
import { wholeNumber } from "../wholeNumber.ts";

type AddOptions = CommonOptions & {
  scope?: string[];
  collection?: string[];
  account?: string[];
  address?: string[];
  expires?: number;
};

/** `amplify keys`, and `list`, which is the same, `add` and `revoke`. */
export function keysCommand(help: HelpTexts) {
  const { keys: texts } = help;
  const list = withList(createCommand("list", texts.list), help).action(action(listKeys));
  const add = createCommand("add", texts.add)
    .argument("<name>", texts.name)
    .option("--scope <scope...>", texts.scope)
    .option("--collection <name...>", texts.collection)
    .option("--account <email...>", texts.account)
    .option("--address <address...>", texts.address)
    .option("--expires <days>", texts.expires, wholeNumber(help))
    .action(action(addKey));
  const revoke = createCommand("revoke", texts.revoke)
    .argument("<key>", texts.which)
    .option("--yes", texts.yes)
    .action(action(revokeKey));
  return withList(createCommand("keys", texts.summary), help)
    .helpGroup(help.groups.session)
    .action(action(listKeys))
    .addCommand(list)
    .addCommand(add)
    .addCommand(revoke);
}

async function listKeys(output: Output, options: CommonOptions & ListOptions): Promise<ExitCode> {
  const texts = output.texts(terminalKeyTexts);
  const { client } = await connect(output.terminal, options.server);
  const all = await client("GET /amplify/api/keys");
  const keys = sortedPart(output, all, options);
  const { columns } = texts;
  if (keys.length === 0) output.line(texts.none(output.next("keys add NAME")));
  else
    output.rows("key", keys, [
      { title: columns.name, field: "name", value: ({ name }) => name },
      { title: columns.ends, field: "lastFour", value: ({ lastFour }) => lastFour },
      { title: columns.may, value: (key) => allowedText(key, texts) },
      { title: columns.used, field: "lastUsedAt", value: ({ lastUsedAt }) => dayText(lastUsedAt, texts) },
      {
        title: columns.expires,
        value: ({ expiresAt, isExpired }) => (isExpired ? texts.expired : dayText(expiresAt, texts)),
      },
      { title: columns.id, field: "_id", value: ({ _id }) => _id, whole: true, spare: true },
    ]);
  endList(output, { of: "key", shown: keys.length, total: all.length, more: "keys" });
  return exitCodes.done;
}

function allowedText({ scopes, collections, accounts, addresses }: ApiKey, texts: TerminalKeyTexts): string {
  const said = scopes.join(", ");
  return collections || accounts || addresses ? texts.restricted(said) : said;
}

/** In ISO 8601, which reads the same in every language. */
function dayText(timeMs: number | null, { never }: TerminalKeyTexts): string {
  return timeMs === null ? never : new Date(timeMs).toISOString().slice(0, 10);
}

async function addKey(output: Output, name: string, options: AddOptions): Promise<ExitCode> {
  const texts = output.texts(terminalKeyTexts);
  const scopes = (options.scope ?? ["read"]).map((scope) => scopeOf(scope, texts));
  const { client } = await connect(output.terminal, options.server);
  const collections = options.collection ? await collectionIds(output, client, options.collection) : null;
  const accounts = options.account ? await accountIds(output, client, options.account) : null;
  const expiresAt = options.expires === undefined ? null : output.terminal.now() + options.expires * dayMs;
  const addresses = options.address ?? null;
  const body = { name, scopes, collections, accounts, addresses, expiresAt };
  const made = await client("POST /amplify/api/keys", { body });
  output.note(texts.made(made.name));
  // Alone on stdout, so that it can be piped to where it is used.
  output.line(made.key);
  output.event("key", made);
  return exitCodes.done;
}

function scopeOf(text: string, texts: TerminalKeyTexts): KeyScope {
  const known = keyScopes.find((scope) => scope === text.toLowerCase());
  if (known === undefined) throw new UsageFault(texts.scopeUnknown(text));
  return known;
}

async function collectionIds(output: Output, client: Client, names: readonly string[]): Promise<string[]> {
  const all = await client("GET /amplify/collections");
  const of = ({ _id: id, name }: (typeof all)[number]) => ({ id, name });
  const texts = output.texts(outputTexts);
  return names.map((name) => pickOne(all, name, { kind: "collection", of, texts })._id);
}

async function accountIds(output: Output, client: Client, names: readonly string[]): Promise<string[]> {
  const texts = output.texts(outputTexts);
  const found = await Promise.all(names.map((name) => findAccount(client, name, texts)));
  return found.map(({ _id }) => _id);
}

async function revokeKey(
  output: Output,
  which: string,
  options: CommonOptions & { yes?: boolean },
): Promise<ExitCode> {
  const texts = output.texts(terminalKeyTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id, name } = keyNamed(await client("GET /amplify/api/keys"), which, texts);
  if (
    !options.yes &&
    !(await confirm(output.terminal, { text: texts.askRevoke(name), instead: texts.addYes }))
  )
    return exitCodes.refused;
  await client("DELETE /amplify/api/keys/{id}", { params: { id } });
  output.line(texts.revoked(name));
  output.event("revoked", { _id: id, name });
  return exitCodes.done;
}

/** @throws {Refusal} if no key or several have this name. */
function keyNamed(keys: readonly ApiKey[], which: string, texts: TerminalKeyTexts): ApiKey {
  const wanted = which.trim().toLowerCase();
  const found = keys.filter(
    ({ _id, name, lastFour }) => _id === which || lastFour === which || name.toLowerCase() === wanted,
  );
  const [key] = found;
  if (key === undefined) throw new Refusal("not_found", texts.unknown(which));
  if (found.length > 1) throw new Refusal("conflict", texts.several(which));
  return key;
}
