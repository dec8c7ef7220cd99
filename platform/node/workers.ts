import type { WorkerUrl } from "../workers.ts";

/** The build puts what entries share beside them, in the folder from which each keeps its path in the source. */
export const workerUrl: WorkerUrl = (path) => new URL(`./${path}.js`, import.meta.url);
