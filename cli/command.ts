import { Command, Option } from "commander";
import type { HelpTexts } from "../contract/texts/terminal/help.ts";
import { addCommonOptions, type CommonOptions, givenCommonOptions } from "./commonOptions.ts";
import type { ExitCode } from "./exitCodes.ts";
import { Output } from "./output.ts";
import { reportFault } from "./reportFault.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

export function createCommand(name: string, summary: string): Command {
  // Options after a subcommand's name belong to the subcommand, even if its parent has options of the same name.
  return new Command(name).description(summary).enablePositionalOptions();
}

/** Adds the options that every command has, after its own, to a command and its subcommands. */
export function withCommonOptions(command: Command, texts: HelpTexts): Command {
  const heading = texts.groups.everyCommand;
  addCommonOptions(command, heading, texts);
  command.addHelpOption(new Option("-h, --help", texts.help).helpGroup(heading));
  for (const child of command.commands) withCommonOptions(child, texts);
  return command;
}

/**
 * Turns a command's work into a Commander action: the work resolves with an exit code, and errors that it throws are
 * reported. The process exits here, once all output has been written.
 */
export function action<Rest extends unknown[], Options extends CommonOptions>(
  work: (output: Output, ...rest: [...Rest, Options]) => Promise<ExitCode>,
): (...rest: [...Rest, Options, Command]) => Promise<void> {
  return async (...all) => {
    const command = all.at(-1) as Command;
    const common = givenCommonOptions(command);
    const rest = [...all.slice(0, -2), { ...(all.at(-2) as Options), ...common }] as [...Rest, Options];
    const { fields } = all.at(-2) as { fields?: readonly string[] };
    const output = new Output({ terminal: terminalFor(common.profile), ...common, fields });
    const code = await work(output, ...rest).catch((error: unknown) => reportFault(output, error));
    await written();
    process.exit(code);
  };
}

/** A profile named in the command line takes precedence over that of the environment. */
function terminalFor(profile: string | undefined): Terminal {
  if (profile === undefined) return processTerminal;
  return { ...processTerminal, env: { ...processTerminal.env, AMPLIFY_PROFILE: profile } };
}

/**
 * Resolves once both streams are flushed: exiting earlier would cut off what a pipe has not taken yet. They are ended for
 * that, since Bun reports an empty write as done while 64 KiB and more still wait for a slow reader.
 */
async function written(): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.end(() => resolve()));
}
