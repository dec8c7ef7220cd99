import { type Command, Option } from "commander";
import { type Security, securities } from "../../../contract/sending/providers.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { wholeNumber } from "../../wholeNumber.ts";

/** The options for an account's server and limits, when it is added and when it is edited. */
export type ServerOptions = {
  passwordStdin?: boolean;
  host?: string;
  port?: number;
  security?: Security;
  user?: string;
  perDay?: number;
  perMinute?: number;
  connections?: number;
};

/** Adds them to a command. */
export function withServerOptions(command: Command, help: HelpTexts): Command {
  const { accounts } = help;
  return command
    .option("--password-stdin", accounts.passwordStdin)
    .option("--host <host>", accounts.host)
    .option("--port <number>", accounts.port, wholeNumber(help))
    .addOption(new Option("--security <kind>", accounts.security).choices(securities))
    .option("--user <name>", accounts.user)
    .option("--per-day <number>", accounts.perDay, wholeNumber(help))
    .option("--per-minute <number>", accounts.perMinute, wholeNumber(help))
    .option("--connections <number>", accounts.connections, wholeNumber(help));
}
