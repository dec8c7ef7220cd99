import { join } from "node:path";
import { createClient } from "../contract/client.ts";
import { end, start, startServer, temporaryFolder } from "./support/processes.ts";

/**
 * Public pages a second out of memory: for a visitor, for somebody who is signed in, and for a browser that has the
 * page already. Beside them, by the same generator: a server that does nothing but answer as many bytes, and /healthz.
 * `bun bench/publicPages.ts [SECONDS]`. The generator and the server share the machine; on two cores each has one.
 */
const seconds = Number(process.argv[2] ?? 5);
const generator = join(import.meta.dir, "support/manyRequests.ts");
const bareServer = join(import.meta.dir, "support/bareServer.ts");
const folder = temporaryFolder();
const server = await startServer({ AMPLIFY_DATA: join(folder.path, "data") });

try {
  const { line: url } = server;
  const visitor = createClient({ base: url });
  const person = { email: "reader@example.com", password: "Bench-Horse-7" };
  await visitor("POST /amplify/auth/signup", { body: { firstName: "Bench", lastName: "Runner", ...person } });
  const { token } = await visitor("POST /amplify/auth/login", {
    body: { username: person.email, password: person.password },
  });
  const browser = { "accept-encoding": "gzip, deflate, br", cookie: "seen=1" };
  const signedIn = { ...browser, cookie: `amplify=${token}; theme=dark` };
  const page = await fetch(`${url}/pricing`, { headers: browser, decompress: false } as RequestInit);
  const etag = page.headers.get("etag") ?? "";
  const bytes = (await page.bytes()).length;
  console.log(`Bun ${Bun.version}; a page of ${bytes} bytes, pressed`);
  const bare = await start([process.execPath, bareServer, String(bytes)], /on (\S+)/);
  const most = await rate("a bare Bun.serve", `${bare.line}/`, {});
  await end(bare.process);
  for (const [name, path, headers] of [
    ["GET /healthz", "/healthz", {}],
    ["a visitor", "/pricing", browser],
    ["signed in", "/pricing", signedIn],
    ["has it already", "/pricing", { ...browser, "if-none-match": etag }],
  ] as const)
    console.log(`  ${((await rate(name, url + path, headers)) / most).toFixed(2)} of the bare server`);
} finally {
  await end(server.process);
  folder.remove();
}

async function rate(name: string, address: string, headers: Record<string, string>): Promise<number> {
  const command = [process.execPath, generator, address, String(seconds), JSON.stringify(headers)];
  const load = await start(command, /over: (\d+) a second, p99 (\S+) ms/);
  console.log(`${name.padEnd(18)} ${load.line} a second, p99 ${load.found[2]} ms`);
  await load.process.exited;
  return Number(load.line);
}
