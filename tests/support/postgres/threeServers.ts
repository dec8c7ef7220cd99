import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServe } from "../server/serveProcess.ts";
import type { StartedProcess } from "../server/startProcess.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../smtp/scriptedSmtp.ts";

export type ServerGroup = {
  servers: readonly StartedProcess[];
  /** Where each is reached. */
  urls: readonly [string, string, string];
  smtp: ScriptedSmtp;
  close(): Promise<void>;
};

/** Three servers of one installation, as on three machines: each is a process with a data folder of its own. */
export async function startThreeServers(
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
  const servers = await Promise.all(["a", "b", "c"].map(serve));
  const [a = "", b = "", c = ""] = servers.map(({ line }) => line);
  return {
    servers,
    urls: [a, b, c],
    smtp,
    async close() {
      await Promise.all(servers.map((server) => server.kill()));
      await smtp.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
