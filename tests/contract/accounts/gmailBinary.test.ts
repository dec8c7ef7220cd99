import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createClient } from "../../../contract/client.ts";
import { buildBinary } from "../../../server/build/binary.ts";
import { workerFiles } from "../../../server/build/workerFiles.ts";
import { connectGoogle } from "../../support/google/googleServer.ts";
import { startGoogleStandIn } from "../../support/google/googleStandIn.ts";
import { testedVariables } from "../../support/server/program.ts";
import { startProcess } from "../../support/server/startProcess.ts";
import { goodPassword } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

const root = resolve(import.meta.dir, "../../..");
const email = "ada@gmail.example";

test("Google's client is part of the compiled program, which connects an account and sends through it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-gmail-binary-"));
  // A whole run has built it for all of its files already.
  const built = process.env[testedVariables.built];
  const outfile = built ?? join(folder, "amplify");
  if (built === undefined)
    await buildBinary({ entry: join(root, "amplify.ts"), outfile, workers: workerFiles });
  const google = await startGoogleStandIn();
  const server = await startProcess([outfile, "serve"], /is ready on (\S+)/, {
    PORT: "0",
    AMPLIFY_DATA: join(folder, "data"),
    ...google.environment,
  });
  try {
    const visitor = createClient({ base: server.line });
    const body = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", password: goodPassword };
    await visitor("POST /amplify/auth/signup", { body });
    const { token, uid } = await visitor("POST /amplify/auth/login", {
      body: { username: body.email, password: goodPassword },
    });
    const client = createClient({ base: server.line, token });
    const person = { client, uid, cookie: `amplify=${token}` };
    expect((await connectGoogle({ google, person, answer: { email } })).status).toBe(200);
    await client("POST /amplify/leads", {
      body: { firstName: "Ann", lastName: "Lee", email: "ann@in.test", phone: "" },
    });
    await client("POST /email/send", {
      body: { subject: "Hi", html: "<p>Hi</p>", from: email, collection: "all" },
    });
    await until(() => google.mails.length === 1);
    expect(google.mails[0]?.recipients).toEqual(["ann@in.test"]);
  } finally {
    await server.end();
    google.close();
    rmSync(folder, { recursive: true });
  }
}, 60_000);

test("Google's client is loaded for the first mail that needs it, and not at the start", async () => {
  const script = `
    const loaded = () => Object.keys(require.cache).some((path) => path.includes("/googleapis/"));
    await import("./server/compose/compose.ts");
    const atStart = loaded();
    const { callGmail } = await import("./server/sending/senders/api/gmailCall.ts");
    await callGmail({ rootUrl: "http://127.0.0.1:1/", accessToken: "none", raw: new Uint8Array() });
    console.log(JSON.stringify({ atStart, afterMail: loaded() }));`;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", script], { cwd: root });
  expect(JSON.parse(stdout.toString())).toEqual({ atStart: false, afterMail: true });
});
