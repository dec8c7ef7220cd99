import { Argument, Command } from "commander";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { plainText } from "../format/plainText.ts";
import type { Output } from "../output.ts";
import { type Environment, profileNames } from "../profiles.ts";
import { readSession } from "../session.ts";
import { processTerminal } from "../terminal.ts";
import { begunBy, type Candidate, completeName, completionOf, type NameKind } from "./complete.ts";
import { type Shell, scripts, shells } from "./scripts.ts";
import { serverNames } from "./serverNames.ts";

/** `amplify completions SHELL`: prints the script with which a shell completes the program's commands. */
export function completionsCommand({ completions, groups }: HelpTexts) {
  return createCommand("completions", completions.summary)
    .helpGroup(groups.programs)
    .addArgument(new Argument("<shell>", completions.shell).choices(shells))
    .addHelpText("after", completions.how)
    .action(action(printScript));
}

async function printScript(output: Output, shell: Shell, _options: CommonOptions): Promise<ExitCode> {
  output.terminal.stdout.write(scripts[shell](completeName));
  return exitCodes.done;
}

/** The hidden command that the scripts call. It never prints an error and always exits with 0, so that no prompt is disturbed. */
export function completeCommand(): Command {
  const command = new Command(completeName);
  command
    .argument("[words...]")
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: string[]) => {
      const lines = await candidatesFor(command.parent ?? command, words).catch(() => []);
      process.stdout.write(lines.map((line) => `${line}\n`).join(""), () => process.exit(exitCodes.done));
    });
  return Object.assign(command, { _hidden: true });
}

async function candidatesFor(program: Command, words: readonly string[]): Promise<string[]> {
  const { candidates, names, files } = completionOf(program, words);
  const typed = words.at(-1) ?? "";
  const found = names === null ? [] : begunBy(typed, await namesOf(names, words));
  const lines = [...candidates, ...found].map(lineOf);
  return files ? [...lines, ":files"] : lines;
}

async function namesOf(kind: NameKind, words: readonly string[]): Promise<Candidate[]> {
  const profile = valueGiven("--profile", words);
  const env: Environment = {
    ...processTerminal.env,
    ...(profile === undefined ? {} : { AMPLIFY_PROFILE: profile }),
  };
  if (kind === "profiles") return (await profileNames(env)).map((name) => ({ name, about: "" }));
  const server = valueGiven("--server", words);
  const session = await readSession(env);
  // The cache is separate for each user, and the token must not be stored in it.
  const who = [
    server ?? env.AMPLIFY_SERVER ?? session?.server,
    session?.uid,
    env.AMPLIFY_TOKEN ? "token" : "",
  ];
  return serverNames({ ...processTerminal, env }, { kind, server, who: who.join(" ") });
}

function valueGiven(option: string, words: readonly string[]): string | undefined {
  const at = words.indexOf(option);
  const joined = words.find((word) => word.startsWith(`${option}=`));
  return at === -1 ? joined?.slice(option.length + 1) : words[at + 1];
}

function lineOf({ name, about }: Candidate): string {
  return `${plainText(name)}\t${plainText(about)}`;
}
