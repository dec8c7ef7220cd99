import { type Command, InvalidArgumentError, Option } from "commander";
import { budgetLimits } from "../../../contract/limits/sending.ts";
import { secondMs } from "../../../contract/limits/units.ts";
import { type Security, securities } from "../../../contract/sending/providers.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { defined } from "../../defined.ts";
import { wholeNumber } from "../../wholeNumber.ts";

/** The options for an account's server and limits, when it is added and when it is edited. */
export type ServerOptions = {
  passwordStdin?: boolean;
  host?: string;
  port?: number;
  security?: Security;
  user?: string;
  perDay?: number | false;
  perMinute?: number | false;
  gap?: number;
  rampUp?: number | false;
  connections?: number | false;
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
    .option("--gap <seconds>", accounts.gap, seconds(help))
    .option("--ramp-up <number>", accounts.rampUp, wholeNumber(help))
    .option("--connections <number>", accounts.connections, wholeNumber(help));
}

/** Those that take a limit away again. */
export function withoutLimitOptions(command: Command, { accountVerbs }: HelpTexts): Command {
  return command
    .option("--no-per-day", accountVerbs.noPerDay)
    .option("--no-per-minute", accountVerbs.noPerMinute)
    .option("--no-ramp-up", accountVerbs.noRampUp)
    .option("--no-connections", accountVerbs.noConnections);
}

/** What of the server and the limits was named, as the calls have it; a limit that is taken away is null. */
export function namedServer({
  host,
  port,
  security,
  user,
  perDay,
  perMinute,
  gap,
  rampUp,
  connections,
}: ServerOptions) {
  const limits = { perDay, perMinute, rampPerDay: rampUp, connections };
  return defined({
    host,
    port,
    security,
    user,
    gapMs: gap === undefined ? undefined : Math.round(gap * secondMs),
    ...Object.fromEntries(
      Object.entries(limits).map(([name, count]) => [name, count === false ? null : count]),
    ),
  });
}

function seconds({ gapSeconds }: HelpTexts): (text: string) => number {
  const most = budgetLimits.gapMaxMs / secondMs;
  return (text) => {
    if (!/^\d{1,4}(\.\d{1,3})?$/.test(text) || Number(text) > most)
      throw new InvalidArgumentError(gapSeconds(most));
    return Number(text);
  };
}
