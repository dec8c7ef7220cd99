import { Readable, Writable } from "node:stream";
import type { ReadStream, WriteStream } from "node:tty";
import { processTerminal } from "../../../cli/terminal.ts";
import type { ResidentAnswer, ResidentRequest } from "./runResident.ts";

/**
 * Runs one command line after the other in this one process, each as `amplify.ts` would: its arguments, environment, folder
 * and streams are those that it is given, and where it would end the process it ends. What is loaded stays, which is nine
 * tenths of what a command costs.
 */

/** Thrown where a command ends its process, so that nothing behind that is done. */
class Ended extends Error {}

let nth = 0;
let fails: (error: unknown) => void = () => {};

async function runOne({ args, env, folder, stdin }: ResidentRequest): Promise<ResidentAnswer> {
  const told = { stdout: "", stderr: "" };
  const stdout = collecting((text) => {
    told.stdout += text;
  });
  const stderr = collecting((text) => {
    told.stderr += text;
  });
  process.chdir(folder);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, "amplify", ...args];
  process.exitCode = 0;
  const streams = { stdin: Readable.from(stdin === null ? [] : [Buffer.from(stdin)]), stdout, stderr };
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true });
  Object.assign(processTerminal, streams as unknown as { stdin: ReadStream; stdout: WriteStream });
  const code = await new Promise<number>((resolve) => {
    process.exit = (given) => {
      resolve(Number(given ?? process.exitCode ?? 0));
      throw new Ended();
    };
    fails = (error) => {
      if (error instanceof Ended) return;
      told.stderr += `${error instanceof Error ? error.stack : error}\n`;
      resolve(1);
    };
    // Under another name each time: it runs when it is loaded, and what it loads is there already.
    import(`../../../amplify.ts?${++nth}`).then(() => resolve(Number(process.exitCode ?? 0)), fails);
  });
  process.removeAllListeners("SIGINT");
  process.removeAllListeners("SIGTERM");
  return { code, ...told };
}

function collecting(take: (text: string) => void): Writable {
  const decoder = new TextDecoder();
  return new Writable({
    write(chunk, _, done) {
      take(decoder.decode(chunk, { stream: true }));
      done();
    },
  });
}

process.on("uncaughtException", (error) => fails(error));
process.on("unhandledRejection", (error) => fails(error));
const end = process.exit.bind(process);
process.on("disconnect", () => end(0));
process.on("message", async (request: ResidentRequest) => {
  process.send?.(await runOne(request));
});
