import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Running } from "../../../server/boot.ts";
import { createIdentity } from "../../../server/identity/identity.ts";
import { openInstallation } from "../../../server/installation.ts";
import type { WriteLine } from "../../../server/log/output.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { program } from "./program.ts";
import { startProcess } from "./startProcess.ts";

/**
 * The same server in a process of its own, on whatever runtime the run of tests is told to test. What a test reaches
 * into is opened here once more, over the same data folder.
 */
export async function bootApart(variables: Record<string, string>, writeLog: WriteLine): Promise<Running> {
  // Where it calls itself otherwise it does not say which port it took.
  const PORT = variables.PUBLIC_URL === undefined ? (variables.PORT ?? "0") : String(await freePort());
  const environment = { NODE_ENV: "production", ...variables, PORT };
  const server = await startProcess([...program, "serve"], /is ready on (\S+)\n/, environment, writeLog);
  const installation = await openInstallation(readSettings(environment), { writeLog });
  const publicUrl = server.line;
  const core = { ...installation.core, settings: { ...readSettings(environment), publicUrl } };
  return {
    url: publicUrl,
    listeningOn: variables.PUBLIC_URL === undefined ? publicUrl : `http://localhost:${PORT}`,
    core,
    identity: createIdentity(core),
    async close() {
      await installation.close();
      await server.end();
    },
  };
}

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, "close");
  return port;
}
