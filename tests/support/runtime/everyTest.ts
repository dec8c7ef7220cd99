import { mock, setDefaultTimeout } from "bun:test";
import { pathToFileURL } from "node:url";
import type { WorkerUrl } from "../../../platform/workers.ts";
import { testedVariables } from "../server/program.ts";

// Loaded before every file of tests (bunfig.toml).

// For whoever runs a file by itself: five seconds are too few for a browser or a terminal. Further files of the same process
// would have them all the same, so that a whole run says it by its option.
setDefaultTimeout(60_000);

/**
 * Threads that the server starts in their process begin from what was built for the run, where it was. From source each reads
 * and compiles its modules anew, which is half of what an import of a few rows costs.
 */
const folder = process.env[testedVariables.workers];
if (folder !== undefined) {
  const workerUrl: WorkerUrl = (path) => pathToFileURL(`${folder}/${path}.js`);
  mock.module("#platform/workers", () => ({ workerUrl }));
}
