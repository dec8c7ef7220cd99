import { Option } from "commander";
import { type ProviderKey, providerKeys, providers } from "../../../contract/sending/providers.ts";
import { providerTexts } from "../../../contract/texts/providers.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { ask, readPiped } from "../../ask.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { UsageFault } from "../../faults.ts";
import type { Output } from "../../output.ts";
import { canAsk } from "../../terminal.ts";
import { namedServer, type ServerOptions, withServerOptions } from "./serverOptions.ts";

type AddOptions = CommonOptions &
  ServerOptions & {
    provider: ProviderKey;
    alias?: string;
    name?: string;
  };

/** `amplify accounts add`: connects a mailbox; the server signs in to it before it is saved. */
export function addAccountCommand(help: HelpTexts) {
  const add = createCommand("add", help.accounts.add)
    .argument("<email>", help.accounts.from)
    .addOption(
      new Option("--provider <name>", help.accounts.provider).choices(providerKeys).default("google"),
    )
    .option("--alias <text>", help.accounts.alias)
    .option("--name <text>", help.accounts.name);
  return withServerOptions(add, help).action(action(addAccount));
}

async function addAccount(output: Output, email: string, options: AddOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const alias = await aliasOf(output, email, options);
  const appPassword = await passwordOf(output, options);
  const { provider, name: displayName } = options;
  const account = await client("POST /amplify/auth/credentials", {
    body: {
      provider,
      appEmail: email,
      appPassword,
      alias,
      ...(displayName === undefined ? {} : { displayName }),
      ...namedServer(options),
    },
  });
  const provided = { email: account.appEmail, provider: output.texts(providerTexts)[account.provider] };
  output.line(
    account.state === "paused" ? texts.accounts.kept(provided) : texts.accounts.connected(provided),
  );
  if (account.displayName !== null) output.line(texts.accounts.recipientsSee(account.sender));
  if (account.advice !== undefined) output.note(account.advice);
  output.event("account", account);
  return exitCodes.done;
}

async function aliasOf(output: Output, email: string, options: AddOptions): Promise<string> {
  const texts = output.texts(outputTexts);
  if (options.alias !== undefined) return options.alias;
  // The first word is enough for an alias; recipients see the whole name.
  const [word] = options.name?.trim().split(/\s+/) ?? [];
  if (word) return `${word} <${email}>`;
  const instead = texts.accounts.sayAlias(email);
  const name = await ask(output.terminal, { text: texts.accounts.askName, instead });
  return `${name.trim()} <${email}>`;
}

async function passwordOf(output: Output, options: AddOptions): Promise<string> {
  const texts = output.texts(outputTexts);
  if (options.passwordStdin) return readPiped(output.terminal);
  const { needsPassword } = providers[options.provider];
  // One's own SMTP server may need no password, and a script then gives none.
  const mayAsk = needsPassword || (options.provider === "smtp" && canAsk(output.terminal));
  if (!mayAsk) return "";
  const text = needsPassword ? texts.accounts.askAppPassword : texts.accounts.askPassword;
  const instead = texts.accounts.passwordOnStdin;
  const password = await ask(output.terminal, { text, hidden: true, instead });
  if (needsPassword && password === "") throw new UsageFault(texts.accounts.passwordRequired);
  return password;
}
