#!/usr/bin/env bun
import { Command } from "commander";
import { commandNameIn } from "./cli/commonOptions.ts";
import { createProgram } from "./cli/program.ts";
import { processTerminal } from "./cli/terminal.ts";
import { helpTexts } from "./contract/texts/terminal/help.ts";
import { versionText } from "./server/core/version.ts";

/** The one program: `serve` and what the installation's owner needs, and the terminal client. */
const serve = new Command("serve")
  .description("Run the server")
  .option("--dev", "keep React's warnings and rebuild islands on start")
  .option(
    "--role <role...>",
    "do only this on a PostgreSQL that several processes share: server, sender, worker",
  )
  .action(async (options: { dev?: boolean; role?: string[] }) =>
    (await import("./server/main.ts")).serve(options),
  );

const demo = new Command("demo")
  .description("Run the server with sample data in a folder that goes when it stops")
  .action(async () => (await import("./server/commands/demo.ts")).demo());

const texts = processTerminal.texts(helpTexts);

await createProgram({
  version: versionText(),
  commands: await commandsFor(commandNameIn(process.argv.slice(2))),
  texts,
}).parseAsync();

// Each part is loaded when it is asked for: a server has no use for the terminal client, nor the other way round.
async function commandsFor(asked: string | undefined): Promise<Command[]> {
  if (asked === "serve" || asked === "demo") return [serve, demo];
  const { cliCommands } = await import("./cli/commands.ts");
  const client = cliCommands(texts);
  if (client.some((command) => command.name() === asked)) return client;
  const [{ usersCommand }, { backupCommands }, { moveCommand }, { licencesCommand }] = await Promise.all([
    import("./server/commands/users.ts"),
    import("./server/commands/backup.ts"),
    import("./server/commands/move.ts"),
    import("./server/commands/licences.ts"),
  ]);
  const onTheServer = [
    serve,
    demo,
    usersCommand({ readPassword }),
    ...backupCommands(),
    moveCommand(),
    licencesCommand(),
  ];
  return [...client, ...onTheServer.map((command) => command.helpGroup("On the server itself:"))];
}

/** The terminal client knows how to ask without showing what is typed; the server's commands borrow that. */
async function readPassword(from: "terminal" | "stdin"): Promise<string> {
  const { ask, readPiped } = await import("./cli/ask.ts");
  if (from === "stdin") return readPiped(processTerminal);
  const instead = "Nobody can be asked here: give the password on stdin with --password-stdin.";
  return ask(processTerminal, { text: "New password: ", hidden: true, instead });
}
