import { cliCommands } from "../../../cli/commands.ts";
import { createProgram } from "../../../cli/program.ts";
import { processTerminal } from "../../../cli/terminal.ts";
import { helpTexts } from "../../../contract/texts/terminal/help.ts";
import { marked, markedSentences } from "./marked.ts";

/** The terminal's program in the second language, as a process of its own: a command ends the one that it runs in. */
Object.assign(processTerminal, { texts: marked, sentences: markedSentences });
const texts = marked(helpTexts);
await createProgram({ version: "1.0.0", commands: cliCommands(texts), texts }).parseAsync();
