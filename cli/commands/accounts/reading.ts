import { Option } from "commander";
import type { Reading } from "../../../contract/schemas/accounts/reading.ts";
import { type Security, securities } from "../../../contract/sending/providers.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { readPiped } from "../../ask.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { findAccount } from "../../find/findAccount.ts";
import { clockTime } from "../../format/times.ts";
import type { Output } from "../../output.ts";
import { wholeNumber } from "../../wholeNumber.ts";

type ReadingOptions = CommonOptions & {
  on?: boolean;
  off?: boolean;
  host?: string;
  port?: number;
  security?: Security;
  user?: string;
  passwordStdin?: boolean;
};

/** `amplify accounts reading`: shows whether replies to an account are read, and turns that on and off. */
export function accountReadingCommand(help: HelpTexts) {
  const { accounts, reading } = help;
  return createCommand("reading", reading.summary)
    .argument("<email>", accounts.email)
    .addOption(new Option("--on", reading.on).conflicts("off"))
    .option("--off", reading.off)
    .option("--host <host>", reading.host)
    .option("--port <number>", reading.port, wholeNumber(help))
    .addOption(new Option("--security <kind>", reading.security).choices(securities))
    .option("--user <name>", reading.user)
    .option("--password-stdin", reading.passwordStdin)
    .action(action(readAccount));
}

async function readAccount(output: Output, email: string, options: ReadingOptions): Promise<ExitCode> {
  const { on = false, off = false, host, port, security, user, passwordStdin = false } = options;
  const given = Object.entries({ host, port, security, user }).filter(([, value]) => value !== undefined);
  const password = passwordStdin ? await readPiped(output.terminal) : "";
  const { client } = await connect(output.terminal, options.server);
  const { _id: id, appEmail } = await findAccount(client, email, output.texts(outputTexts));
  const params = { id };
  if (off) await client("DELETE /amplify/auth/credentials/{id}/reading", { params });
  // Whoever says where the mailbox is wants it read.
  else if (on || passwordStdin || given.length > 0)
    await client("PUT /amplify/auth/credentials/{id}/reading", {
      params,
      body: { password, ...Object.fromEntries(given) },
    });
  const readings = await client("GET /amplify/auth/readings");
  const reading = readings.find(({ credentialId }) => credentialId === id);
  if (reading === undefined) return exitCodes.refused;
  output.line(output.texts(verbTexts).reading.state({ email: appEmail, state: stateText(reading, output) }));
  output.event("reading", reading);
  return exitCodes.done;
}

function stateText({ state, cause, reason, nextTryAt }: Reading, output: Output): string {
  const { reading: texts } = output.texts(verbTexts);
  const why = output.words(cause, reason);
  if (state === "stopped") return texts.stopped(why);
  if (state !== "resting") return texts.states[state];
  const clock = clockTime(nextTryAt ?? 0, output.terminal.now(), output.texts(progressTexts));
  return texts.resting({ why, clock });
}
