import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { root } from "../../../server/build/workerFiles.ts";

/** Whoever has this address is who nobody can prepare a mail for and go on. */
export const deadlyAddress = "deadly@in.test";

/** What preparing that mail does. */
const deadlyActs = {
  "ends the process": `process.kill(process.pid, "SIGKILL");`,
  "never ends": `require("node:fs").writeFileSync(process.env.DEADLY_MARK, ""); for (;;) Bun.sleepSync(20);`,
} as const;

const [changedFile, line] = [
  "server/sending/mail/composition.ts",
  "const to = wireAddress(recipient.to.address);",
];
const acts = Object.entries(deadlyActs).map(
  ([act, does]) => `if (process.env.DEADLY_ACT === "${act}") { ${does} }`,
);
const deadlyLine = `${line}\nif (to === "${deadlyAddress}") { ${acts.join(" ")} }`;

/**
 * Builds the thread that sends, but for what one mail does to it, and a server that starts it. Each is started again and
 * again, and from source it would read and compile every module anew.
 */
export async function buildDeadly(folder: string): Promise<{ server: string; thread: string }> {
  const built = { outdir: folder, root, target: "bun", format: "cjs", minify: true } as const;
  await Bun.build({
    ...built,
    entrypoints: [
      join(root, "server/compose/thread/worker.ts"),
      join(root, "tests/support/deadly/deadlyServer.ts"),
    ],
    plugins: [
      {
        name: "deadly",
        setup: ({ onLoad }) =>
          void onLoad({ filter: new RegExp(`${RegExp.escape(`/${changedFile}`)}$`) }, ({ path }) => {
            const source = readFileSync(path, "utf8");
            if (source.split(line).length !== 2)
              throw new Error(`${changedFile} does not hold once: ${line}`);
            return { contents: source.replace(line, deadlyLine), loader: "ts" };
          }),
      },
    ],
  });
  return {
    server: join(folder, "tests/support/deadly/deadlyServer.js"),
    thread: join(folder, "server/compose/thread/worker.js"),
  };
}

/** The built thread, as it is started for real. Where a mail never ends, there is a file under the name of `mark` from then on. */
export function spawnDeadly(thread: string, act: keyof typeof deadlyActs, mark = ""): Worker {
  return new Worker(thread, { env: { ...process.env, DEADLY_ACT: act, DEADLY_MARK: mark } });
}
