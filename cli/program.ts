import { Command, type CommanderError } from "commander";
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
    .addHelpText("after", exitCodesHelp);
  for (const command of commands) program.addCommand(command);
  program.addCommand(helpCommand(program));
  answerWithOurCodes(program);
  return program;
}

function helpCommand(program: Command): Command {
  return new Command("help")
    .argument("[command...]")
    .description("show help for a command")
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

/** Commander ends with 1 on a wrong command line; ours is 2, so that scripts can tell it from a refusal. */
function answerWithOurCodes(command: Command): void {
  command.exitOverride((error: CommanderError) => {
    process.exit(error.exitCode === 0 ? exitCodes.done : exitCodes.usage);
  });
  command.showHelpAfterError(`Run it with --help to see how it is used.`);
  command.configureHelp({ subcommandTerm: termOf });
  for (const child of command.commands) answerWithOurCodes(child);
}
