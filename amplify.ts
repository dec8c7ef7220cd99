#!/usr/bin/env bun
import { Command } from "commander";
import { endQuietlyOnClosedPipe } from "./cli/closedPipe.ts";
import { commandNameIn } from "./cli/commonOptions.ts";
import { completeName } from "./cli/completions/complete.ts";
import { createProgram } from "./cli/program.ts";
import { processTerminal } from "./cli/terminal.ts";
import { terminalLocale, writeMomentsAs } from "./contract/sentences/moments.ts";
import { helpTexts } from "./contract/texts/terminal/help.ts";
import { outputTexts } from "./contract/texts/terminal/output.ts";
import { versionText } from "./server/core/version.ts";

const texts = processTerminal.texts(helpTexts);

/** The one program: `serve` and what the installation's owner needs, and the terminal client. */
const serve = new Command("serve")
  .description(texts.server.serve)
  .option("--dev", texts.server.dev)
  .option("--role <role...>", texts.server.role)
  .action(async (options: { dev?: boolean; role?: string[] }) =>
    (await import("./server/main.ts")).serve(options),
  );

const demo = new Command("demo")
  .description(texts.server.demo)
  .action(async () => (await import("./server/commands/demo.ts")).demo());

await createProgram({
  version: versionText(),
  commands: await commandsFor(commandNameIn(process.argv.slice(2))),
  texts,
})
  .hook("preAction", (_, command) => {
    if (command === serve || command === demo) return;
    // A server goes on, whoever reads what it prints.
    endQuietlyOnClosedPipe();
    writeMomentsAs(terminalLocale);
  })
  .parseAsync();

// Each part is loaded when it is asked for: a server has no use for the terminal client, nor the other way round.
async function commandsFor(asked: string | undefined): Promise<Command[]> {
  if (asked === "serve" || asked === "demo") return [serve, demo];
  const { cliCommands } = await import("./cli/commands.ts");
  const client = cliCommands(texts);
  // What a shell completes are all commands, whichever it asks by.
  if (asked !== completeName && client.some((command) => command.name() === asked)) return client;
  const [
    { table: drawTable },
    { usersCommand },
    { backupCommands },
    { stoppable },
    { moveCommand },
    { licencesCommand },
  ] = await Promise.all([
    import("./cli/format/table.ts"),
    import("./server/commands/users.ts"),
    import("./server/commands/backup.ts"),
    import("./server/commands/stoppable.ts"),
    import("./server/commands/move.ts"),
    import("./server/commands/licences.ts"),
  ]);
  const onTheServer = [
    serve,
    demo,
    usersCommand({ readPassword, drawTable, texts }),
    ...backupCommands(texts, stoppable),
    moveCommand(texts),
    licencesCommand(texts),
  ];
  return [...client, ...onTheServer.map((command) => command.helpGroup(texts.groups.server))];
}

/** The terminal client knows how to ask without showing what is typed; the server's commands borrow that. */
async function readPassword(from: "terminal" | "stdin"): Promise<string> {
  const { ask, readPiped } = await import("./cli/ask.ts");
  if (from === "stdin") return readPiped(processTerminal);
  const { askNewPassword, passwordOnStdin } = processTerminal.texts(outputTexts).session;
  return ask(processTerminal, { text: askNewPassword, hidden: true, instead: passwordOnStdin });
}
