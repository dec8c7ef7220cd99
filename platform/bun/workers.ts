import type { WorkerUrl } from "../workers.ts";

/**
 * A bundle keeps its entry points under their paths from the project's root, beside the bundle itself; a compiled
 * binary by the names of their sources.
 */
export const workerUrl: WorkerUrl = (path) => {
  if (/\$bunfs|~BUN/.test(import.meta.url)) return new URL(`./${path}.ts`, import.meta.url);
  const isSource = import.meta.url.endsWith("/platform/bun/workers.ts");
  return new URL(isSource ? `../../${path}.ts` : `./${path}.js`, import.meta.url);
};
