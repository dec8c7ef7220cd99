import { passOnErrors } from "./passOnErrors.ts";

export type StartedProcess = {
  /** What the first group of the awaited pattern found. */
  line: string;
  pid: number;
  /** All lines that it has written to stderr so far. */
  errorLines(): readonly string[];
  /** SIGKILL: no time for anything. */
  kill(): Promise<void>;
  /** SIGTERM, and the exit code. */
  end(): Promise<number | null>;
};

/**
 * Starts a process of our own and waits until it prints what is expected of it. What it says of its faults is shown,
 * or handed over line by line.
 */
export async function startProcess(
  command: string[],
  awaited: RegExp,
  environment: Record<string, string> = {},
  writeError?: (line: string) => void,
): Promise<StartedProcess> {
  const child = Bun.spawn(command, {
    env: { ...process.env, ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const errorLines: string[] = [];
  void passOnErrors(child.stderr, { lines: errorLines, write: writeError });
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let found: RegExpExecArray | null = null;
  while (found === null) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`${command.join(" ")} ended before it was ready: ${text}`);
    text += decoder.decode(value, { stream: true });
    found = awaited.exec(text);
  }
  // Whatever else it prints is read and dropped, so that it never waits for a full pipe.
  void (async () => {
    while (!(await reader.read()).done);
  })();
  const endBy = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await child.exited;
    return child.exitCode;
  };
  return {
    line: found[1] ?? found[0],
    pid: child.pid,
    errorLines: () => errorLines,
    kill: async () => void (await endBy("SIGKILL")),
    end: () => endBy("SIGTERM"),
  };
}
