import type { WorkerUrl } from "../workers.ts";

/** A compiled binary keeps its entry points under their paths from the project's root, beside the bundle itself. */
export const workerUrl: WorkerUrl = (path) => {
  const isCompiled = /\$bunfs|~BUN/.test(import.meta.url);
  return new URL(`${isCompiled ? "./" : "../../"}${path}.ts`, import.meta.url);
};
