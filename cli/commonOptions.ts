import { type Command, Option } from "commander";

/** Options that every command which talks to a server has. */
export type CommonOptions = { server?: string; json?: boolean; plain?: boolean; color?: boolean };

const all = [
  ["--server <url>", "the server to talk to (default: where you signed in)"],
  ["--json", "print one JSON object a line"],
  ["--plain", "print plain lines, no live view"],
  ["--no-color", "print without colour; NO_COLOR does the same"],
] as const;

export function addCommonOptions(command: Command, heading: string): void {
  for (const [flags, meaning] of all) command.addOption(new Option(flags, meaning).helpGroup(heading));
}

/** Those that were given, wherever they stand: behind the command, or before it. The nearest to it counts. */
export function givenCommonOptions(command: Command): CommonOptions {
  const given: Record<string, unknown> = {};
  for (let one: Command | null = command; one !== null; one = one.parent)
    for (const name of optionNames())
      if (!(name in given) && one.getOptionValueSource(name) === "cli")
        given[name] = one.getOptionValue(name);
  return given;
}

/** The first of them that stands before a command which does not have it. */
export function misplacedOption(program: Command, command: Command): string | undefined {
  const has = (flags: string) => command.options.some((option) => option.flags === flags);
  const found = all.find(
    ([flags], index) => program.getOptionValueSource(optionNames()[index] ?? "") === "cli" && !has(flags),
  );
  return found?.[0].split(" ")[0];
}

/** Which command a command line names: the first word that is no option and no option's value. */
export function commandNameIn(words: readonly string[]): string | undefined {
  return words.find((word, index) => !word.startsWith("-") && words[index - 1] !== "--server");
}

function optionNames(): string[] {
  return all.map(([flags, meaning]) => new Option(flags, meaning).attributeName());
}
