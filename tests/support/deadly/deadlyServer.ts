import { boot } from "../../../server/boot.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { spawnDeadly } from "./deadlyThread.ts";

// A server as a process of its own, which ends in the middle of preparing one mail. It is told where its thread was built.
void boot(readSettings(process.env), {
  site: { assets: [], registry: new Map() },
  passwordCosts: { memoryKib: 8, passes: 1 },
  spawnSender: () => spawnDeadly(process.argv[2] ?? "", "ends the process"),
}).then((running) => console.log(`is ready on ${running.url}`));
