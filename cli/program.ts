import { Command, type CommanderError } from "commander";
import type { HelpTexts } from "../contract/texts/terminal/help.ts";
import { fitTo } from "../contract/wrapWords.ts";
import { addCommonOptions, isCommon, misplacedOption } from "./commonOptions.ts";
import { exitCodes } from "./exitCodes.ts";
import { localize, refuseCommand } from "./localizedCommand.ts";

/** The whole program: its commands under their headings, its help, its version and its exit codes. */
export function createProgram({
  version,
  commands,
  texts,
}: {
  version: string;
  commands: Command[];
  texts: HelpTexts;
}): Command {
  const program = new Command("amplify")
    .description(texts.program)
    .version(version, "-V, --version", texts.version)
    .helpOption("-h, --help", texts.programHelp)
    .helpCommand(false)
    .usage("<command> [options]")
    // What stands behind a command's name is the command's, what stands before it is for all of them.
    .enablePositionalOptions()
    .addHelpText("after", texts.exitCodes);
  addCommonOptions(program, texts.groups.everyClient, texts);
  for (const command of commands) program.addCommand(command);
  program.addCommand(helpCommand(program, texts));
  program.hook("preAction", (_, command) => {
    const misplaced = misplacedOption(program, command);
    if (misplaced !== undefined)
      command.error(texts.commandLine.unknownOption({ option: misplaced, meant: [] }));
  });
  answerWithOurCodes(program, texts);
  return program;
}

function helpCommand(program: Command, texts: HelpTexts): Command {
  return new Command("help")
    .argument("[command...]")
    .description(texts.helpCommand)
    .action((names: string[]) => {
      let target: Command = program;
      for (const name of names)
        target =
          target.commands.find((command) => command.name() === name) ??
          refuseCommand(target, { wanted: name }, texts.commandLine);
      target.outputHelp();
    });
}

const json = "--json";

/** What every other fault is told as: whoever reads lines of JSON would take an empty stdout for an empty list. */
function tellPrograms({ message }: CommanderError): void {
  const event = { event: "refused", code: "usage", message: message.replace(/^error: /, "") };
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

/** Commander ends with 1 on a wrong command line; ours is 2, so that scripts can tell it from a refusal. */
function answerWithOurCodes(command: Command, texts: HelpTexts): void {
  command.exitOverride((error: CommanderError) => {
    if (error.exitCode === 0) process.exit(exitCodes.done);
    if (process.argv.includes(json) && command.options.some(({ long }) => long === json)) tellPrograms(error);
    process.exit(exitCodes.usage);
  });
  command.showHelpAfterError(texts.seeHelp);
  // A command that talks to a server has its own, which stands among the options of every such command.
  if (command.parent !== null && !command.options.some(isCommon))
    command.helpOption("-h, --help", texts.help);
  if (command.parent !== null && command.commands.length > 0)
    command.helpCommand("help [command]", texts.helpCommand);
  localize(command, texts);
  command.configureOutput({
    writeOut: (text) => process.stdout.write(fitTo(process.stdout, text)),
    writeErr: (text) => process.stderr.write(fitTo(process.stderr, text)),
  });
  for (const child of command.commands) answerWithOurCodes(child, texts);
}
