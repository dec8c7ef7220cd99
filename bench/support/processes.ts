import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Subprocess } from "bun";

const root = resolve(import.meta.dir, "../..");

type Child = Subprocess<"ignore" | Blob, "pipe", "inherit">;

export type Started = {
  process: Child;
  /** What the pattern's first group found, and the whole of what it found. */
  line: string;
  found: RegExpExecArray;
};

/** Starts a process and waits for the first line that `wanted` finds something in. */
export async function start(
  command: string[],
  wanted: RegExp,
  environment: Record<string, string> = {},
): Promise<Started> {
  const child = Bun.spawn(command, {
    cwd: environment.CWD ?? root,
    env: { ...process.env, ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const reader = child.stdout.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`${command.join(" ")} ended early: ${text}`);
    text += new TextDecoder().decode(value);
    const found = wanted.exec(text);
    if (!found) continue;
    // What it prints from now on is of no interest, but the pipe must not fill up.
    void (async () => {
      while (!(await reader.read()).done);
    })();
    return { process: child, line: found[1] ?? found[0], found };
  }
}

/** The program under test: from source, or the binary that `BENCH_BINARY` names. */
export function amplifyCommand(): string[] {
  const binary = process.env.BENCH_BINARY;
  return binary ? [resolve(binary)] : [process.execPath, join(root, "amplify.ts")];
}

export async function startServer(environment: Record<string, string>): Promise<Started> {
  return start([...amplifyCommand(), "serve"], /is ready on (\S+)/, {
    NODE_ENV: "production",
    PORT: "0",
    ...environment,
  });
}

/** One that asks nobody else's name server, and through which accounts at a mail server of this machine send without bounds. */
export async function startSendingServer(folder: string): Promise<Started> {
  return startServer({
    AMPLIFY_DATA: folder,
    AMPLIFY_PLANS: "off",
    AMPLIFY_RATE_LIMITS: "off",
    AMPLIFY_PRIVATE_HOSTS: "on",
    AMPLIFY_DNS_SERVERS: "off",
  });
}

/** Resident memory now and at its highest, in MB of 1,000,000 bytes; Linux only. */
export function memoryOf(pid: number): { nowMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) =>
    (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024) / 1e6;
  return { nowMb: read("VmRSS"), peakMb: read("VmHWM") };
}

/** What a process has taken of the processors so far, in milliseconds; Linux only, whose clock ticks are hundredths. */
export function processorMsOf(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1) ?? "";
  const fields = afterName.split(" ").map(Number);
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) * 10;
}

/** How many bytes a process has read of files and sockets (proc(5), `rchar`); Linux only. */
export function readBytesOf(pid: number): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1]);
}

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "amplify-bench-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export async function end(child: Child): Promise<void> {
  child.kill("SIGTERM");
  await child.exited;
}
