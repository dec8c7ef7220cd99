import { Option } from "commander";
import type { Client } from "../../../contract/client.ts";
import { Refusal } from "../../../contract/errors.ts";
import { secondMs } from "../../../contract/limits/units.ts";
import type { AccountHealth } from "../../../contract/schemas/accounts/health.ts";
import { type ProviderKey, providerKeys } from "../../../contract/sending/providers.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { readPiped } from "../../ask.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { UsageFault } from "../../faults.ts";
import { findAccount } from "../../find/findAccount.ts";
import type { Output } from "../../output.ts";
import { namedServer, type ServerOptions, withoutLimitOptions, withServerOptions } from "./serverOptions.ts";
import { showAccountHealth } from "./showHealth.ts";

type EditOptions = CommonOptions &
  ServerOptions & {
    provider?: ProviderKey;
    alias?: string;
    name?: string | false;
  };

/** `amplify accounts show`, `edit` and `test`. */
export function accountManagementCommands(help: HelpTexts) {
  const { accounts, accountVerbs } = help;
  const of = (name: "show" | "edit" | "test") =>
    createCommand(name, accountVerbs[name]).argument("<email>", accounts.email);
  const edit = of("edit")
    .addOption(new Option("--provider <name>", accounts.provider).choices(providerKeys))
    .option("--alias <text>", accounts.alias)
    .option("--name <text>", accounts.name)
    .option("--no-name", accountVerbs.noName);
  return [
    of("show").action(action(showAccount)),
    withoutLimitOptions(withServerOptions(edit, help), help).action(action(editAccount)),
    of("test").action(action(testAccount)),
  ];
}

async function showAccount(output: Output, email: string, options: CommonOptions): Promise<ExitCode> {
  const { accounts: texts, labels, labelled } = output.texts(verbTexts);
  const { client } = await connect(output.terminal, options.server);
  const account = await findAccount(client, email, output.texts(outputTexts));
  const { host, port, security, user, perDay, perMinute, gapMs, rampPerDay, connections } = account;
  const why = output.words(account.pausedCause, account.pausedReason);
  output.line(account.appEmail);
  for (const [label, value] of [
    [labels.id, account._id],
    [texts.labels.provider, account.provider],
    [texts.labels.sender, account.sender],
    [texts.labels.server, host === null ? "" : texts.server({ host, port, security })],
    [texts.labels.user, user ?? ""],
    [texts.labels.state, why === "" ? account.state : why],
    [texts.labels.day, perDay === null ? texts.unlimited : String(perDay)],
    [texts.labels.minute, perMinute === null ? texts.unlimited : String(perMinute)],
    [texts.labels.gap, gapMs === 0 ? "" : texts.gap(gapMs / secondMs)],
    [texts.labels.rampUp, rampPerDay === null ? "" : texts.rampUp({ rampPerDay, today: account.perDayNow })],
    [texts.labels.connections, connections === null ? "" : String(connections)],
  ] as const)
    if (value !== "") output.line(labelled({ label, value }));
  const health = await healthOf(client, account._id);
  if (health === null) output.line(labelled({ label: texts.labels.today, value: String(account.sentToday) }));
  else if (output.mode !== "json") showAccountHealth(output, health);
  output.event("account", { ...account, ...(health && { health }) });
  return exitCodes.done;
}

/** Null if the server is of a version that does not have it. */
async function healthOf(client: Client, id: string): Promise<AccountHealth | null> {
  try {
    return await client("GET /amplify/auth/credentials/{id}/health", { params: { id } });
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") return null;
    throw error;
  }
}

async function editAccount(output: Output, email: string, options: EditOptions): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const { provider, alias, name } = options;
  const displayName = name === false ? null : name;
  const named = Object.entries({ provider, alias, displayName }).filter(([, value]) => value !== undefined);
  const given = { ...Object.fromEntries(named), ...namedServer(options) };
  if (Object.keys(given).length === 0 && !options.passwordStdin) throw new UsageFault(texts.nothingToChange);
  const appPassword = options.passwordStdin ? await readPiped(output.terminal) : "";
  const { client } = await connect(output.terminal, options.server);
  const found = await findAccount(client, email, output.texts(outputTexts));
  const { _id: id, appEmail } = found;
  // An empty password keeps the stored one. The server asks for it again if it would be sent to another server.
  const body = { provider: found.provider, alias: found.alias, appEmail, appPassword, ...given };
  const account = await client("PUT /amplify/auth/credentials/{id}", { params: { id }, body });
  output.line(texts.accounts.saved(account.appEmail));
  if (account.advice !== undefined) output.note(account.advice);
  output.event("account", account);
  return exitCodes.done;
}

async function testAccount(output: Output, email: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const { _id: id, appEmail } = await findAccount(client, email, output.texts(outputTexts));
  const { message } = await client("POST /amplify/auth/credentials/{id}/test", { params: { id } });
  output.line(output.texts(verbTexts).accounts.tested({ email: appEmail, message }));
  output.event("tested", { _id: id, appEmail, message });
  return exitCodes.done;
}
