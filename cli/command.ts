import { Command, Option } from "commander";
import { type ExitCode, exitCodes } from "./exitCodes.ts";
import { Output } from "./output.ts";
import { reportFault } from "./reportFault.ts";
import { processTerminal } from "./terminal.ts";

/** Options that every command has. */
export type CommonOptions = { server?: string; json?: boolean; plain?: boolean; color?: boolean };

export function createCommand(name: string, summary: string): Command {
  // Options after a subcommand's name are the subcommand's, though its parent has some of the same name.
  return new Command(name).description(summary).enablePositionalOptions();
}

/** Adds the options that every command has, below its own, to a command and those under it. */
export function addCommonOptions(command: Command): Command {
  const group = "Options of every command:";
  for (const [flags, meaning] of commonFlags) command.addOption(new Option(flags, meaning).helpGroup(group));
  command.addHelpOption(new Option("-h, --help", "show this help").helpGroup(group));
  command.commands.forEach(addCommonOptions);
  return command;
}

const commonFlags = [
  ["--server <url>", "the server to talk to (default: where you signed in)"],
  ["--json", "print one JSON object a line"],
  ["--plain", "print plain lines, no live view"],
  ["--no-color", "print without colour; NO_COLOR does the same"],
] as const;

/**
 * Turns a command's work into a Commander action: the work answers an exit code, and whatever it throws is told
 * to the person. The process ends here, once everything has been written.
 */
export function action<Rest extends unknown[], Options extends CommonOptions>(
  work: (output: Output, ...rest: [...Rest, Options]) => Promise<ExitCode>,
): (...rest: [...Rest, Options, Command]) => Promise<void> {
  return async (...all) => {
    const rest = all.slice(0, -1) as [...Rest, Options];
    const { json, plain, color } = rest.at(-1) as Options;
    const output = new Output({ terminal: processTerminal, json, plain, color });
    endQuietlyOnClosedPipe();
    const code = await work(output, ...rest).catch((error: unknown) => reportFault(output, error));
    await written();
    process.exit(code);
  };
}

/** `amplify leads | head` closes the pipe early: that is no fault. */
function endQuietlyOnClosedPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? exitCodes.done : exitCodes.refused);
  });
}

/** Resolves once both streams have taken everything: an exit would cut off what waits in a pipe. */
async function written(): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write("", () => resolve()));
}
