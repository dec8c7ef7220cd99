#!/usr/bin/env bun
import { Command } from "commander";

/** The one program: `serve` and what the installation's owner needs, and the terminal client. */
const program = new Command("amplify").description("E-mail marketing that a business runs itself");
const [asked] = process.argv.slice(2);

// Each part is loaded when it is asked for: a server has no use for the terminal client, nor the other way round.
program
  .command("serve")
  .description("run the server")
  .option("--dev", "keep React's warnings and rebuild islands on start")
  .action(async (options: { dev?: boolean }) => (await import("./server/main.ts")).serve(options));

if (asked !== "serve") program.addCommand((await import("./server/commands/users.ts")).usersCommand());

await program.parseAsync();
