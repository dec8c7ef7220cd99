import { resolve } from "node:path";
import { filesBelow } from "./filesBelow.ts";

/** The folder of the whole project. */
export const root: string = resolve(import.meta.dirname, "../..");

/** Where threads begin: a worker is a file called worker.ts, in the folder of whoever starts it. */
export const workerFiles: readonly string[] = ["server", "db"].flatMap((part) =>
  filesBelow(resolve(root, part), "/worker.ts").map((file) => resolve(root, part, file)),
);
