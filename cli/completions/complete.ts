import type { Argument, Command, Option } from "commander";

/** The name of the hidden command that shells call to complete a command line. */
export const completeName = "__complete";

/** The kinds of things that can be completed with names from the server. */
const nameKinds = [
  "accounts",
  "campaigns",
  "collections",
  "fields",
  "folders",
  "images",
  "profiles",
  "segments",
  "sequences",
  "templates",
] as const;
export type NameKind = (typeof nameKinds)[number];

export type Candidate = { name: string; about: string };

/** What the last word can be completed with: candidates known here, names to be fetched, or file names. */
type Completion = { candidates: Candidate[]; names: NameKind | null; files: boolean };

const none: Completion = { candidates: [], names: null, files: false };

/** Completes the words after the program's name, the last of which may be incomplete. */
export function completionOf(program: Command, words: readonly string[]): Completion {
  const place = placeOf(program, words.slice(0, -1));
  const typed = words.at(-1) ?? "";
  if (place.option !== null) return valuesOf(place.option, typed, place.command);
  if (typed.startsWith("-")) return { ...none, candidates: begunBy(typed, optionsOf(place.command)) };
  const argument = place.command.registeredArguments[place.index] ?? lastVariadic(place.command);
  const values = argument === undefined ? none : valuesOf(argument, typed, place.command);
  const commands = place.index > 0 ? [] : place.command.commands;
  const subcommands = commands
    // Commander marks commands that help does not list with this private field only.
    .filter((one) => !("_hidden" in one && one._hidden === true))
    .map((one) => ({ name: one.name(), about: one.description() }));
  return { ...values, candidates: [...begunBy(typed, subcommands), ...values.candidates] };
}

type Place = {
  command: Command;
  /** The index of its next argument. */
  index: number;
  /** The option whose value comes next. */
  option: Option | null;
};

function placeOf(program: Command, words: readonly string[]): Place {
  let place: Place = { command: program, index: 0, option: null };
  for (const word of words) place = after(place, word, program);
  return place;
}

function after({ command, index, option }: Place, word: string, program: Command): Place {
  // Bash splits "--name=value" into three words.
  if (word === "=") return { command, index, option };
  const isOption = word.startsWith("-") && word !== "-";
  if (option !== null && !isOption) return { command, index, option: option.variadic ? option : null };
  if (isOption) return { command, index, option: word.includes("=") ? null : takesValue(command, word) };
  const child = index > 0 ? undefined : command.commands.find((one) => one.name() === word);
  // The command after `amplify help` is looked up from the top again.
  if (child?.name() === "help") return { command: program, index: 0, option: null };
  if (child !== undefined) return { command: child, index: 0, option: null };
  return { command, index: index + 1, option: null };
}

function takesValue(command: Command, word: string): Option | null {
  const found = command.options.find(({ long, short }) => long === word || short === word);
  return found !== undefined && (found.required || found.optional) ? found : null;
}

function optionsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long ? [{ name: long, about: description }] : []));
}

function lastVariadic(command: Command): Argument | undefined {
  const last = command.registeredArguments.at(-1);
  return last?.variadic ? last : undefined;
}

function valuesOf(of: Option | Argument, typed: string, command: Command): Completion {
  const { argChoices = null } = of;
  if (argChoices !== null)
    return {
      ...none,
      candidates: begunBy(
        typed,
        argChoices.map((name) => ({ name, about: "" })),
      ),
    };
  const name = "long" in of ? (/<([^>]+)>/.exec(of.flags)?.[1] ?? "") : of.name();
  if (isFile.test(name)) return { ...none, files: true };
  const known = "long" in of ? byOption[of.attributeName()] : argumentKind(name, command);
  return known === undefined ? none : { ...none, names: known };
}

const isFile = /^(file|path)$/;

const byOption: Record<string, NameKind> = {
  collection: "collections",
  exclude: "collections",
  segment: "segments",
  excludeSegment: "segments",
  excludeCampaign: "campaigns",
  template: "templates",
  from: "accounts",
  to: "accounts",
  profile: "profiles",
  ownZone: "fields",
};

function argumentKind(name: string, command: Command): NameKind | undefined {
  const group = command.parent?.name();
  // A new thing gets a name that does not exist yet.
  if (command.name() === "add") return undefined;
  if (name === "email" && group === "accounts") return "accounts";
  if (name === "key" && group === "fields") return "fields";
  if (name === "name" && group === "segments") return "segments";
  if (group === "sequences" && byArgument[name] === "campaigns") return "sequences";
  return byArgument[name];
}

const byArgument: Record<string, NameKind> = {
  collection: "collections",
  into: "collections",
  template: "templates",
  folder: "folders",
  campaign: "campaigns",
  campaigns: "campaigns",
  sequence: "campaigns",
  segment: "segments",
  image: "images",
  profile: "profiles",
};

/** The candidates that begin with what was typed, regardless of case. */
export function begunBy(typed: string, all: readonly Candidate[]): Candidate[] {
  const wanted = typed.toLowerCase();
  return all.filter(({ name }) => name.toLowerCase().startsWith(wanted));
}
