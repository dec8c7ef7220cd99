import { test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sizesBelow } from "../server/keptFiles.ts";
import { startServe } from "../server/serveProcess.ts";
import type { StartedProcess } from "../server/startProcess.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../smtp/scriptedSmtp.ts";
import type { RealPostgres } from "./onPostgres.ts";

type ServerGroup = {
  servers: readonly StartedProcess[];
  /** Where each is reached. */
  urls: readonly [string, string, string];
  smtp: ScriptedSmtp;
  /** What lies in the folder of uploads of one. */
  filesAt(index: number): string[];
  close(): Promise<void>;
};

const names = ["a", "b", "c"];

/** Three servers of one installation, as on three machines: each is a process with a data folder of its own. */
async function startThreeServers(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<ServerGroup> {
  const folder = mkdtempSync(join(tmpdir(), "amplify-three-"));
  const smtp = await startScriptedSmtp();
  const serve = (name: string) =>
    startServe({
      folder: join(folder, name),
      smtpPort: smtp.port,
      environment: { DATABASE_URL: databaseUrl, AMPLIFY_KEY: "5a".repeat(32), ...environment },
    });
  const servers = await Promise.all(names.map(serve));
  const [a = "", b = "", c = ""] = servers.map(({ line }) => line);
  return {
    servers,
    urls: [a, b, c],
    smtp,
    filesAt(index) {
      return sizesBelow(join(folder, names[index] ?? "", "data/imports")).map(([name]) => name);
    },
    async close() {
      await Promise.all(servers.map((server) => server.kill()));
      await smtp.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Tests of three such servers, each on a database of its own; the servers are ended before it goes. */
export function threeServersOf(postgres: RealPostgres, environment: Record<string, string> = {}) {
  let current: { url: string; group: ServerGroup } | null = null;
  const opened = () => {
    if (current === null) throw new Error("the servers are there only while a test runs");
    return current;
  };
  return {
    group: () => opened().group,
    url: () => opened().url,
    testThree: (name: string, work: () => Promise<void>) =>
      test(name, async () => {
        const url = await postgres.copy();
        const group = await startThreeServers(url, environment);
        current = { url, group };
        await work().finally(group.close);
      }),
  };
}
