import { mock } from "bun:test";
import { pathToFileURL } from "node:url";
import type { WorkerUrl } from "../../../platform/workers.ts";
import { testedVariables } from "../server/program.ts";

/**
 * Loaded before every file of tests (bunfig.toml): threads that the server starts in their process begin from what was built
 * for the run, where it was. From source each reads and compiles its modules anew, which is half of what an import of a few rows
 * costs.
 */
const folder = process.env[testedVariables.workers];
if (folder !== undefined) {
  const workerUrl: WorkerUrl = (path) => pathToFileURL(`${folder}/${path}.js`);
  mock.module("#platform/workers", () => ({ workerUrl }));
}
