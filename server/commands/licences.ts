import { readFile } from "node:fs/promises";
import { Command } from "commander";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { embedded } from "../build/embedded.ts";
import { printExactly } from "./print.ts";

/** `amplify licences`: what other people's work is in this program, and on what terms. */
export function licencesCommand(help: HelpTexts): Command {
  return new Command("licences").description(help.server.licences).action(async () => {
    // Packages are there to be read only where the program runs from its source.
    const texts =
      embedded === undefined
        ? (await import("../build/licenceTexts.ts")).licenceTexts()
        : await readFile(embedded.licences, "utf8");
    printExactly(texts.trimEnd());
  });
}
