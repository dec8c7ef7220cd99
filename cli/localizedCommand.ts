import { type Argument, type Command, type HelpConfiguration, InvalidArgumentError, Option } from "commander";
import { editDistance } from "../contract/editDistance.ts";
import { cliLimits } from "../contract/limits/cli.ts";
import type { HelpTexts } from "../contract/texts/terminal/help.ts";
import { isCommon } from "./commonOptions.ts";

/**
 * Lets a command say in somebody's language what Commander says of itself. Its faults are sentences by the time that it
 * hands them out, so the methods that make them are ours; which there are is seen by a test in a second language.
 */
export function localize(command: Command, texts: HelpTexts): void {
  command.configureHelp(helpIn(texts));
  Object.assign(command, faultsOf(command, texts.commandLine));
  for (const option of command.options)
    if (!isCommon(option)) refuseSecond(command, option, texts.commandLine);
}

/**
 * Ends the process where an option that holds one value is given two: Commander would go on with the last, and a send to two
 * collections reach one. What every command has may stand in a shell's alias and be given anew.
 */
function refuseSecond(command: Command, option: Option, texts: HelpTexts["commandLine"]): void {
  if (!option.required || option.variadic) return;
  let first: unknown;
  command.on(`option:${option.name()}`, (given: string) => {
    first ??= given;
    const collects = Array.isArray(command.getOptionValue(option.attributeName()));
    if (given !== first && !collects) command.error(texts.givenTwice(option.flags));
  });
}

/** What stands in a command's name and arguments in the list of commands is what it is called by. */
function helpIn({ commandLine }: HelpTexts): HelpConfiguration {
  const { titles, placeholders, described } = commandLine;
  // Each by what Commander calls it.
  const words: Record<string, string> = {
    "Usage:": titles.usage,
    "Arguments:": titles.arguments,
    "Options:": titles.options,
    "Commands:": titles.commands,
    "[options]": placeholders.options,
    "[command]": placeholders.subcommand,
    "<command>": placeholders.command,
  };
  const descriptionOf = (one: Option | Argument) =>
    described({
      description: one.description,
      choices: one.argChoices?.map((choice) => JSON.stringify(choice)) ?? null,
      byDefault: one.defaultValue === undefined ? null : JSON.stringify(one.defaultValue),
    });
  return {
    subcommandTerm: termOf,
    styleTitle: (title) => words[title] ?? title,
    styleUsage: (usage) =>
      usage
        .split(" ")
        .map((word) => words[word] ?? word)
        .join(" "),
    optionDescription: descriptionOf,
    argumentDescription: descriptionOf,
  };
}

/** Every command has options; saying so in each line of the list tells nobody anything. */
function termOf(command: Command): string {
  const names = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return [command.name(), ...names].join(" ");
}

/** Ends the process with what is wrong with the name of a subcommand; `lists` is a command that lists when none is named. */
export function refuseCommand(
  command: Command,
  { wanted, lists = null }: { wanted: string; lists?: string | null },
  texts: HelpTexts["commandLine"],
): never {
  const all = command.commands.map((one) => one.name());
  const known = command.parent === null || all.length === 0 ? null : all;
  return command.error(texts.unknownCommand({ command: wanted, meant: likely(wanted, all), known, lists }));
}

/** The methods of Commander that say what is wrong with a command line. Each ends the process. */
function faultsOf(command: Command, texts: HelpTexts["commandLine"]) {
  const flags = () =>
    command
      .createHelp()
      .visibleOptions(command)
      .flatMap(({ long }) => long ?? []);
  const unknownCommand = (lists: string | null = null) =>
    refuseCommand(command, { wanted: command.args[0] ?? "", lists }, texts);
  return {
    unknownCommand: () => unknownCommand(),
    missingArgument: (name: string) => command.error(texts.missingArgument(name)),
    optionMissingArgument: (option: Option) => command.error(texts.missingValue(option.flags)),
    unknownOption: (option: string) =>
      command.error(
        texts.unknownOption({ option, meant: option.startsWith("--") ? likely(option, flags()) : [] }),
      ),
    // A group such as `accounts` lists when nothing more is said, so Commander takes a misspelt subcommand of it for one
    // word too many. One that takes a word itself, such as `leads notes`, may be given one too many as well.
    _excessArguments: (given: readonly string[]) => {
      const names = command.commands.map((one) => one.name());
      const takesWords = command.registeredArguments.length > 0;
      if (names.length > 0 && (!takesWords || likely(command.args[0] ?? "", names).length > 0))
        return unknownCommand(command.name());
      const name = command.parent === null ? null : command.name();
      command.error(
        texts.tooManyArguments({ command: name, expected: command.registeredArguments.length, given }),
      );
    },
    _callParseArg(target: Option | Argument, value: string, previous: unknown): unknown {
      try {
        return target.parseArg?.(value, previous);
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        const why = target.argChoices === undefined ? error.message : texts.allowed(target.argChoices);
        return command.error(
          target instanceof Option
            ? texts.invalidOption({ option: target.flags, value, why })
            : texts.invalidArgument({ argument: target.name(), value, why }),
        );
      }
    },
  };
}

/** Those of the known words that one was probably meant to be: the nearest, where any is near enough. */
function likely(wanted: string, known: readonly string[]): string[] {
  const ranked = known
    .map((word) => ({ word, edits: editDistance({ wanted, known: word }) }))
    .filter(({ word, edits }) => {
      // The dashes of options are no letters that were hit.
      const letters = Math.max(lettersOf(wanted), lettersOf(word));
      return edits <= cliLimits.editsMax && edits < letters * cliLimits.editsShare;
    });
  const least = Math.min(...ranked.map(({ edits }) => edits));
  return ranked.flatMap(({ word, edits }) => (edits === least ? [word] : [])).sort();
}

function lettersOf(word: string): number {
  return word.replace(/^-+/, "").length;
}
