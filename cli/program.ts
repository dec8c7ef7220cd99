import { Command, type CommanderError } from "commander";
import { slipsBetween } from "../contract/imports/slipsBetween.ts";
import { fitTo } from "../contract/wrapWords.ts";
import { addCommonOptions, misplacedOption } from "./commonOptions.ts";
import { exitCodes, exitCodesHelp } from "./exitCodes.ts";

const description = `Amplify sends e-mail campaigns from mailboxes of your own and keeps an honest ledger of them.

First steps:
  amplify login
  amplify import leads.csv --collection spring
  amplify send --template News --collection spring --subject "Spring news"`;

/** The whole program: its commands under their headings, its help, its version and its exit codes. */
export function createProgram({ version, commands }: { version: string; commands: Command[] }): Command {
  const program = new Command("amplify")
    .description(description)
    .version(version, "-V, --version", "show the version")
    .helpOption("-h, --help", "show help; also: amplify help <command>")
    .helpCommand(false)
    .usage("<command> [options]")
    // What stands behind a command's name is the command's, what stands before it is for all of them.
    .enablePositionalOptions()
    .addHelpText("after", exitCodesHelp);
  addCommonOptions(program, "Options of every command that talks to a server:");
  for (const command of commands) program.addCommand(command);
  program.addCommand(helpCommand(program));
  program.hook("preAction", (_, command) => {
    const misplaced = misplacedOption(program, command);
    if (misplaced !== undefined) command.error(`error: unknown option '${misplaced}'`);
  });
  answerWithOurCodes(program);
  return program;
}

function helpCommand(program: Command): Command {
  return new Command("help")
    .argument("[command...]")
    .description("Show help for a command")
    .action((names: string[]) => {
      let target: Command = program;
      for (const name of names) target = target.commands.find((command) => command.name() === name) ?? target;
      target.outputHelp();
    });
}

/** Every command has options; saying so in each line of the list tells nobody anything. */
function termOf(command: Command): string {
  const names = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return [command.name(), ...names].join(" ");
}

/**
 * A group such as `accounts` lists when nothing more is said, so Commander would take a misspelt subcommand for one word
 * too many, and not say which was meant.
 */
function nameWhatWasMeant(group: Command): void {
  group.allowExcessArguments().hook("preAction", (_, command) => {
    const [wanted] = group.args;
    if (command !== group || wanted === undefined) return;
    const [meant] = group.commands
      .map((one) => ({ known: one.name(), slips: slipsBetween({ wanted, known: one.name() }) }))
      .filter(({ known, slips }) => slips <= known.length / 2)
      .sort((one, other) => one.slips - other.slips);
    const all = group.commands.map((one) => one.name()).join(", ");
    const hint = meant === undefined ? `There is: ${all}` : `Did you mean ${meant.known}?`;
    group.error(`error: unknown command '${wanted}'\n(${hint})`);
  });
}

/** Commander ends with 1 on a wrong command line; ours is 2, so that scripts can tell it from a refusal. */
function answerWithOurCodes(command: Command): void {
  command.exitOverride((error: CommanderError) => {
    process.exit(error.exitCode === 0 ? exitCodes.done : exitCodes.usage);
  });
  command.showHelpAfterError(`Run it with --help to see how it is used.`);
  command.configureHelp({ subcommandTerm: termOf });
  command.configureOutput({
    writeOut: (text) => process.stdout.write(fitTo(process.stdout, text)),
    writeErr: (text) => process.stderr.write(fitTo(process.stderr, text)),
  });
  if (command.parent !== null && command.commands.length > 0) nameWhatWasMeant(command);
  for (const child of command.commands) answerWithOurCodes(child);
}
