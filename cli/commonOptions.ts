import { type Command, Option } from "commander";
import type { HelpTexts } from "../contract/texts/terminal/help.ts";

/** Options that every command which talks to a server has. */
export type CommonOptions = {
  server?: string;
  profile?: string;
  json?: boolean;
  plain?: boolean;
  color?: boolean;
};

const all = [
  ["--server <url>", "server"],
  ["--profile <name>", "profile"],
  ["--json", "json"],
  ["--plain", "plain"],
  ["--no-color", "noColor"],
] as const;

const valued = new Set<string>(
  all.flatMap(([flags]) => (flags.includes("<") ? flags.split(" ").slice(0, 1) : [])),
);

export function isCommon(option: Option): boolean {
  return all.some(([flags]) => flags === option.flags);
}

export function addCommonOptions(command: Command, heading: string, texts: HelpTexts): void {
  for (const [flags, name] of all)
    command.addOption(new Option(flags, texts.common[name]).helpGroup(heading));
}

/** The common options that were given, after the command or before it. The one nearest to the command counts. */
export function givenCommonOptions(command: Command): CommonOptions {
  const given: Record<string, unknown> = {};
  for (let one: Command | null = command; one !== null; one = one.parent)
    for (const name of optionNames())
      if (!(name in given) && one.getOptionValueSource(name) === "cli")
        given[name] = one.getOptionValue(name);
  return given;
}

/** The first common option that was given before a command which does not have it. */
export function misplacedOption(program: Command, command: Command): string | undefined {
  const has = (flags: string) => command.options.some((option) => option.flags === flags);
  const found = all.find(
    ([flags], index) => program.getOptionValueSource(optionNames()[index] ?? "") === "cli" && !has(flags),
  );
  return found?.[0].split(" ")[0];
}

/** The command that a command line names: the first word that is neither an option nor the value of one. */
export function commandNameIn(words: readonly string[]): string | undefined {
  return words.find((word, index) => !word.startsWith("-") && !valued.has(words[index - 1] ?? ""));
}

function optionNames(): string[] {
  return all.map(([flags]) => new Option(flags).attributeName());
}
