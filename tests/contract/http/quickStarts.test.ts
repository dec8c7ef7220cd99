import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quickStarts } from "../../../contract/endpoints/quickStarts.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

/** What the API tab and /api show for copying, run as it is by whoever has nothing but a key and an account of their own. */
let server: TestServer;
let ada: TestPerson;
let key: string;
let templateId: string;
const folder = mkdtempSync(join(tmpdir(), "amplify-quick-starts-"));
const from = "you@example.com";

beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_PLANS: "off" });
  ada = await server.signUp();
  const { client } = ada;
  await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: from, alias: `Ada <${from}>` },
  });
  const lead = { firstName: "Ann", lastName: "Lee", email: "ann@in.test", collection: ["customers"] };
  await client("POST /amplify/leads", { body: lead });
  const template = { name: "News", design: { body: { rows: [] } }, html: "<p>Hi</p>" };
  templateId = (await client("POST /templates", { body: template }))._id;
  ({ key } = await client("POST /amplify/api/keys", { body: { name: "Mine", scopes: ["read", "send"] } }));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const programs = {
  curl: { file: "start.sh", program: ["sh"], needs: "curl" },
  javascript: { file: "start.mjs", program: ["node"], needs: "node" },
  python: { file: "start.py", program: ["python3"], needs: "python3" },
} as const;
type Language = keyof typeof programs;

async function run(
  language: Language,
  token: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const code = quickStarts(server.url).find((each) => each.key === language)?.code ?? "";
  const { file, program } = programs[language];
  const path = join(folder, file);
  writeFileSync(
    path,
    code.replace("amk_…", token).replace('"templateId":"…"', `"templateId":"${templateId}"`),
  );
  const child = Bun.spawn([...program, path], {
    env: { ...process.env, AMPLIFY_TOKEN: token },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all(
    [child.stdout, child.stderr].map((each) => new Response(each).text()),
  );
  return { code: await child.exited, stdout: stdout ?? "", stderr: stderr ?? "" };
}

for (const language of Object.keys(programs) as Language[])
  test.skipIf(Bun.which(programs[language].needs) === null)(
    `the quick start in ${language} tells of the leads, sends once however often it is run, and says why a key is refused`,
    async () => {
      for (let times = 0; times < 2; times += 1) {
        const { code, stdout } = await run(language, key);
        expect([code, stdout]).toEqual([0, expect.stringContaining("Email sent successfully")]);
        expect(stdout).toMatch(/1 leads|"total":1/);
      }
      // All of them send the same under one key: only the first of the three has anything to do.
      expect(await ada.client("GET /amplify/campaigns")).toHaveLength(1);
      const refused = await run(language, `amk_${"a".repeat(43)}`);
      expect(refused.stdout + refused.stderr).toContain("key");
    },
  );
