import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import { shutdownLimits } from "../../../contract/limits/http.ts";
import { passOnErrors } from "../../support/server/passOnErrors.ts";
import { programFromSource } from "../../support/server/program.ts";
import { until } from "../../support/until.ts";

const root = join(import.meta.dir, "../../..");
const begun: { process: Bun.Subprocess; folder: string }[] = [];
afterEach(async () => {
  for (const { process, folder } of begun.splice(0)) {
    process.kill("SIGKILL");
    await process.exited;
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Starts the demo as a person would; its temporary folders are made inside one of ours, where they can be seen. */
async function startDemo() {
  const folder = mkdtempSync(join(tmpdir(), "amplify-test-"));
  const process = Bun.spawn([...programFromSource, "demo"], {
    cwd: root,
    env: { ...Bun.env, PORT: "0", TMPDIR: folder },
    stdout: "pipe",
    stderr: "pipe",
  });
  void passOnErrors(process.stderr);
  begun.push({ process, folder });
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of process.stdout) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("Ctrl+C")) break;
  }
  const read = (pattern: RegExp) => pattern.exec(text)?.[1] ?? "";
  const url = read(/ready on (\S+)/);
  const visitor = createClient({ base: url });
  const body = { username: read(/Email\s+(\S+)/), password: read(/Password\s+(\S+)/) };
  const { token } = await visitor("POST /amplify/auth/login", { body });
  return { process, folder, client: createClient({ base: url, token }) };
}

test(
  "the demo shows a full workspace, sends to its own mailbox, and leaves nothing behind",
  async () => {
    const { process, folder, client } = await startDemo();
    const leads = (await client("GET /amplify/leads")) as { optout: boolean; collection: string[] }[];
    expect(leads).toHaveLength(180);
    expect(await client("GET /amplify/plan")).toMatchObject({ plan: "premium", leadsMax: null });
    const optedOut = leads.filter((lead) => lead.optout).length;
    expect(optedOut).toBeGreaterThan(1);
    const past = (await client("GET /amplify/campaigns")) as { state: string; counts: { sent: number } }[];
    expect(past.filter(({ state }) => state === "finished").length).toBeGreaterThan(10);
    expect(past.filter(({ state }) => state === "running")).toHaveLength(3);
    expect(past.filter(({ state }) => state === "scheduled")).toHaveLength(1);
    const collections = await client("GET /amplify/collections");
    expect(collections.map(({ name }) => name).toSorted()).toEqual([
      "customers",
      "newsletter",
      "spring fair",
    ]);
    expect(collections.every(({ count }) => count > 0)).toBe(true);
    const templates = await client("GET /templates");
    expect(templates.map(({ name }) => name).toSorted()).toEqual(["Monthly news", "Welcome"]);
    // What is opened first shows the editor of designs.
    expect(templates.every(({ design }) => design !== null)).toBe(true);
    const accounts = await client("GET /amplify/auth/credentials");
    const account = accounts.find(({ perDay }) => perDay !== 40);
    expect(account).toMatchObject({ provider: "sandbox", state: "working" });

    const { campaignId } = await client("POST /email/send", {
      body: {
        subject: "News for {{firstName}}",
        html: templates[0]?.html ?? "",
        collection: "all",
        from: account?.appEmail ?? "",
      },
    });
    const campaign = () => client("GET /amplify/campaigns/{id}", { params: { id: campaignId } });
    await until(async () => (await campaign()).state === "finished");
    // One lead stands for an address that bounces, and the two who opted out get nothing.
    expect((await campaign()).counts).toMatchObject({ sent: 179 - optedOut, failed: 1, skipped: optedOut });
    // Its running campaigns go on beside this one, on a busy machine with many mails.
    const subjects: string[] = [];
    const page = (before?: string) =>
      client("GET /amplify/sandbox/mails", { query: { pageSize: 100, ...(before && { before }) } });
    for (let mails = await page(); ; mails = await page(mails.next)) {
      subjects.push(...mails.items.map(({ subject }) => subject));
      if (mails.next === null) break;
    }
    expect(subjects).toContain("News for Mara");

    expect(readdirSync(folder)).toHaveLength(1);
    process.kill("SIGTERM");
    expect(await process.exited).toBe(0);
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  },
  shutdownLimits.requestsMs + 90_000,
);

test("whose window is closed leaves nothing behind either", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-test-"));
  let text = "";
  const process = Bun.spawn([...programFromSource, "demo"], {
    cwd: root,
    env: { ...Bun.env, PORT: "0", TMPDIR: folder },
    terminal: {
      cols: 200,
      rows: 24,
      data(_, bytes) {
        text += new TextDecoder().decode(bytes);
      },
    },
  });
  begun.push({ process, folder });
  await until(() => text.includes("Ctrl+C"), 60_000);
  expect(readdirSync(folder)).toHaveLength(1);
  process.kill("SIGHUP");
  expect(await process.exited).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
}, 90_000);
