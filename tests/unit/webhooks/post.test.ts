import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TLSSocket } from "node:tls";
import type { Posted } from "../../../server/webhooks/post.ts";
import { testCertificate } from "../../support/smtp/testCertificate.ts";

const root = resolve(import.meta.dir, "../../..");
/** Whom the system trusts is read as a process starts, so each post is another process'. */
const script = `
  import { post } from "./server/webhooks/post.ts";
  const guard = async () => ({ ok: true, address: "127.0.0.1" });
  const { signal } = new AbortController();
  console.log(JSON.stringify(await post({ url: process.argv[1], headers: {}, body: "{}", guard, signal })));
`;

async function posted(url: string, trusted?: string): Promise<Posted> {
  const env = { ...process.env, ...(trusted === undefined ? {} : { NODE_EXTRA_CA_CERTS: trusted }) };
  const child = Bun.spawn([process.execPath, "-e", script, url], { cwd: root, env, stdout: "pipe" });
  return JSON.parse(await new Response(child.stdout).text());
}

test("a webhook on https goes to the address that was judged, and only to whoever proves to have the address' name", async () => {
  const heard: { name: TLSSocket["servername"]; host: string | undefined }[] = [];
  const { key, certificate: cert, name } = testCertificate;
  const receiver = createServer({ key, cert }, (request, response) => {
    heard.push({ name: (request.socket as TLSSocket).servername, host: request.headers.host });
    response.end("taken");
  });
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
  const { port } = receiver.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), "amplify-trusted-"));
  const trusted = join(folder, "trusted.pem");
  writeFileSync(trusted, cert);
  try {
    // No name server knows this name: it is reached at the judged address or not at all.
    const [right, wrongName, untrusted] = await Promise.all([
      posted(`https://${name}:${port}/hook`, trusted),
      posted(`https://another.example.test:${port}/hook`, trusted),
      posted(`https://${name}:${port}/hook`),
    ]);
    expect(right).toMatchObject({ kind: "answered", status: 200, answer: "taken" });
    const unreached = (detail: string) => ({ code: "webhook_unreached", params: { detail } });
    expect(wrongName).toMatchObject({
      kind: "unanswered",
      reason: unreached("ERR_TLS_CERT_ALTNAME_INVALID"),
    });
    expect(untrusted).toMatchObject({ kind: "unanswered", reason: { code: "webhook_unreached" } });
    expect(heard).toEqual([{ name, host: `${name}:${port}` }]);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    rmSync(folder, { recursive: true });
  }
});
