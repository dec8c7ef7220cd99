import { cliCommands } from "../../../cli/commands.ts";
import { createProgram } from "../../../cli/program.ts";
import { processTerminal } from "../../../cli/terminal.ts";
import { helpTexts } from "../../../contract/texts/terminal/help.ts";
import { spoken } from "../../../server/core/inWords.ts";
import { adminCommands } from "./adminCommands.ts";
import { marked, markedSentences } from "./marked.ts";

/** The terminal's program in the second language, as a process of its own: a command ends the one that it runs in. */
Object.assign(processTerminal, { texts: marked, sentences: markedSentences });
Object.assign(spoken, { texts: marked, sentences: markedSentences });
const texts = marked(helpTexts);
const commands = [...cliCommands(texts), ...adminCommands(texts)];
await createProgram({ version: "1.0.0", commands, texts }).parseAsync();
