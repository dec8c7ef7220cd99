import { Worker } from "node:worker_threads";
import type { Change } from "../simulation/mutate.ts";

/** Whoever has this address is who nobody can prepare a mail for and go on. */
export const deadlyAddress = "deadly@in.test";

/** What preparing that mail does. */
const deadlyActs = {
  "ends the process": `process.kill(process.pid, "SIGKILL");`,
  "never ends": `require("node:fs").writeFileSync(process.env.DEADLY_MARK, ""); for (;;) Bun.sleepSync(20);`,
} as const;

/**
 * The thread that sends, as it is started for real, but for what one mail does to it. Where that never ends, there is a
 * file under the name of `mark` from then on.
 */
export function spawnDeadly(act: keyof typeof deadlyActs, mark = ""): Worker {
  const line = "const to = wireAddress(recipient.to.address);";
  const change: Change = {
    file: "server/sending/mail/composition.ts",
    from: line,
    to: `${line}\nif (to === "${deadlyAddress}") { ${deadlyActs[act]} }`,
  };
  const changed = { preload: [new URL("../simulation/mutate.ts", import.meta.url).pathname] };
  // From the source, which is what is changed.
  return new Worker(new URL("../../../server/compose/thread/worker.ts", import.meta.url), {
    ...changed,
    env: { ...process.env, SIMULATION_CHANGES: JSON.stringify([change]), DEADLY_MARK: mark },
  });
}
