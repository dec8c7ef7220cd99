import { Option } from "commander";
import {
  type ProviderKey,
  providerKeys,
  providers,
  type Security,
  securities,
} from "../../contract/sending/providers.ts";
import { ask, readPiped } from "../ask.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import type { Output } from "../output.ts";
import { canAsk } from "../terminal.ts";
import { wholeNumber } from "../wholeNumber.ts";

type AddOptions = CommonOptions & {
  provider: ProviderKey;
  alias?: string;
  name?: string;
  passwordStdin?: boolean;
  host?: string;
  port?: number;
  security?: Security;
  user?: string;
  perDay?: number;
  perMinute?: number;
};

/** `amplify accounts add`: connects a mailbox; the server signs in to it before it is saved. */
export function addAccountCommand() {
  return createCommand("add", "Add a sending account; it is signed in to before it is saved")
    .argument("<email>", "the address that the mails come from")
    .addOption(new Option("--provider <name>", "whose account it is").choices(providerKeys).default("google"))
    .option("--alias <text>", 'the sender, its name one word: "Name <email>"')
    .option("--name <text>", "what people see as the sender, in several words")
    .option("--password-stdin", "read the app password from stdin")
    .option("--host <host>", "the SMTP server (provider smtp)")
    .option("--port <number>", "its port", wholeNumber)
    .addOption(new Option("--security <kind>", "how it is encrypted").choices(securities))
    .option("--user <name>", "the user name, where it is not the email")
    .option("--per-day <number>", "at most so many mails in 24 hours", wholeNumber)
    .option("--per-minute <number>", "at most so many mails a minute", wholeNumber)
    .action(action(addAccount));
}

async function addAccount(output: Output, email: string, options: AddOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal.env, options.server);
  const alias = await aliasOf(output, email, options);
  const appPassword = await passwordOf(output, options);
  const { provider, host, port, security, user, perDay, perMinute, name: displayName } = options;
  const given = Object.entries({ displayName, host, port, security, user, perDay, perMinute });
  const account = await client("POST /amplify/auth/credentials", {
    body: {
      provider,
      appEmail: email,
      appPassword,
      alias,
      ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    },
  });
  output.line(`${account.appEmail} is connected by ${providers[account.provider].name}.`);
  if (account.displayName !== null) output.line(`Recipients see: ${account.sender}`);
  if (account.advice !== undefined) output.note(account.advice);
  output.event("account", account);
  return exitCodes.done;
}

async function aliasOf(output: Output, email: string, options: AddOptions): Promise<string> {
  if (options.alias !== undefined) return options.alias;
  // The first of several words is enough for an alias; people see all of them.
  const [word] = options.name?.trim().split(/\s+/) ?? [];
  if (word) return `${word} <${email}>`;
  const instead = `Say what people see as the sender: --name "Your name", or --alias "Name <${email}>"`;
  const name = await ask(output.terminal, { text: "Sender's name, one word: ", instead });
  return `${name.trim()} <${email}>`;
}

async function passwordOf(output: Output, options: AddOptions): Promise<string> {
  if (options.passwordStdin) return readPiped(output.terminal);
  const { needsPassword } = providers[options.provider];
  // An SMTP server of one's own may ask for no password: a script then simply gives none.
  const mayAsk = needsPassword || (options.provider === "smtp" && canAsk(output.terminal));
  if (!mayAsk) return "";
  const text = needsPassword ? "App password: " : "Password (empty for none): ";
  const instead = "Nobody can be asked here: give the app password on stdin with --password-stdin.";
  const password = await ask(output.terminal, { text, hidden: true, instead });
  if (needsPassword && password === "") throw new UsageFault("Please enter the app password.");
  return password;
}
