import { writeSync } from "node:fs";
import { verbTexts } from "../contract/texts/terminal/verbs.ts";
import { exitCodes } from "./exitCodes.ts";
import { processTerminal } from "./terminal.ts";

/**
 * `amplify leads | head` closes the pipe early, which is not an error. The process ends then, since nobody reads on. What
 * else keeps stdout from being written, such as a full disk, is said.
 */
export function endQuietlyOnClosedPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCodes.done);
    const texts = processTerminal.texts(verbTexts);
    try {
      writeSync(process.stderr.fd, `${texts.partWritten({ path: "stdout", why: error.message })}\n`);
    } catch {
      // Stderr may be on the same disk.
    }
    process.exit(exitCodes.refused);
  });
}
