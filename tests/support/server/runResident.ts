import { join } from "node:path";

/** A command line, and all that a process would be given with it. */
export type ResidentRequest = {
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  folder: string;
  stdin: string | Uint8Array | null;
};

export type ResidentAnswer = { code: number; stdout: string; stderr: string };

let resident: ReturnType<typeof startResident> | undefined;

/** Has the command run by the one process that is kept for that; null where it is at another one just now. */
export function runResident(request: ResidentRequest): Promise<ResidentAnswer> | null {
  resident ??= startResident();
  return resident(request);
}

function startResident() {
  let settle: { resolve(answer: ResidentAnswer): void; reject(error: Error): void } | null = null;
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "residentCli.ts")], {
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
    ipc(answer: ResidentAnswer) {
      const settled = settle;
      settle = null;
      settled?.resolve(answer);
    },
    onExit() {
      resident = undefined;
      settle?.reject(new Error("the process that runs commands ended"));
    },
  });
  // It ends with this one.
  child.unref();
  return (request: ResidentRequest): Promise<ResidentAnswer> | null => {
    if (settle !== null) return null;
    return new Promise((resolve, reject) => {
      settle = { resolve, reject };
      child.send(request);
    });
  };
}
