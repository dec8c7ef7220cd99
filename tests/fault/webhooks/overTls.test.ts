import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { testCertificate } from "../../support/smtp/testCertificate.ts";

const folder = mkdtempSync(join(tmpdir(), "amplify-tls-"));
const authority = join(folder, "authority.pem");
const seen: { servername: unknown; host: string | undefined; body: string }[] = [];
let server: Server;
let port: number;
beforeAll(async () => {
  writeFileSync(authority, testCertificate.certificate);
  const { key, certificate: cert } = testCertificate;
  server = createServer({ key, cert }, (incoming, response) => {
    let body = "";
    incoming.on("data", (piece: Buffer) => {
      body += piece;
    });
    incoming.on("end", () => {
      const { servername } = incoming.socket as TLSSocket & { servername?: string };
      seen.push({ servername, host: incoming.headers.host, body });
      response.end("taken");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** Posts as a process does to which only `trusted` is an authority, and says of the name that it leads to this machine. */
async function posted(host: string, trusted: string | null) {
  const script = `
    import { post } from ${JSON.stringify(join(import.meta.dir, "../../../server/webhooks/post.ts"))};
    const guarded = [];
    const done = await post({
      url: "https://${host}:${port}/hook?a=1",
      headers: { "content-type": "application/json" },
      body: "{}",
      guard: async (name) => (guarded.push(name), { ok: true, address: "127.0.0.1" }),
      signal: new AbortController().signal,
    });
    console.log(JSON.stringify({ done, guarded }));
    process.exit(0);`;
  const file = join(folder, "post.ts");
  writeFileSync(file, script);
  const child = Bun.spawn([process.execPath, file], {
    env: { ...process.env, ...(trusted === null ? {} : { NODE_EXTRA_CA_CERTS: trusted }) },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, wrong] = await Promise.all(
    [child.stdout, child.stderr].map((told) => new Response(told).text()),
  );
  if (!said) throw new Error(wrong);
  return JSON.parse(said) as { done: unknown; guarded: string[] };
}

test("an https receiver is reached at the address that was judged, by its name, and with its certificate", async () => {
  // No DNS knows the name: what was judged is the only way there.
  const { name } = testCertificate;
  const answered = { kind: "answered", status: 200, answer: "taken" };
  expect(await posted(name, authority)).toMatchObject({ done: answered, guarded: [name] });
  expect(seen.splice(0)).toEqual([{ servername: name, host: `${name}:${port}`, body: "{}" }]);
});

test("an https receiver whose certificate is of another name, or of nobody trusted, is told nothing", async () => {
  const unreached = { kind: "unanswered", reason: { code: "webhook_unreached" } };
  const other = await posted("other.example.test", authority);
  expect(other.done).toMatchObject(unreached);
  expect(JSON.stringify(other.done)).toMatch(/ALTNAME/);
  expect((await posted(testCertificate.name, null)).done).toMatchObject(unreached);
  expect((await posted("127.0.0.1", authority)).done).toMatchObject(unreached);
  expect(seen).toEqual([]);
});
