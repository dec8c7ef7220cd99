import { exitCodes } from "./exitCodes.ts";

/** `amplify leads | head` closes the pipe early, which is not an error. The process ends then, since nobody reads on. */
export function endQuietlyOnClosedPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? exitCodes.done : exitCodes.refused);
  });
}
