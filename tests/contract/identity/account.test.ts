import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import PostalMime from "postal-mime";
import { bodyLimits } from "../../../contract/limits/http.ts";
import { accountLimits } from "../../../contract/limits/identity.ts";
import { createAccountDataStore } from "../../../db/stores/identity/accountData.ts";
import { createUserStore } from "../../../db/stores/identity/users.ts";
import { createJobStore } from "../../../db/stores/jobs/jobs.ts";
import { readableIn } from "../../support/db/readableIn.ts";
import { removalJob } from "../../support/db/removalJob.ts";
import { appPasswordCanary } from "../../support/server/scenario.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { watchedSocket } from "../../support/server/watchedSocket.ts";
import { send } from "../../support/smtp/send.ts";
import { type SendingServer, sender, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { tinyPng } from "../../support/templates/tinyPng.ts";
import { until } from "../../support/until.ts";
import { unzip } from "../../support/unzip.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_PLANS: "off" });
});
afterAll(() => server.close());

const me = ({ cookie }: { cookie: string }) => send(`${server.url}/amplify/auth/me`, { cookie });

test("each sign-in is listed with a coarse device, and ending one leaves the others", async () => {
  const ada = await server.signUp();
  const body = JSON.stringify({ username: ada.email, password: ada.password });
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const firefox = await send(`${server.url}/amplify/auth/login`, { body, headers: { "user-agent": agent } });
  const cookie = firefox.headers.get("set-cookie")?.split(";")[0] ?? "";
  const sessions = await ada.client("GET /amplify/account/sessions");
  expect(sessions.map(({ device, current }) => ({ device, current }))).toEqual([
    { device: "Firefox on Linux", current: false },
    { device: "A program (Bun)", current: true },
  ]);

  const id = sessions[0]?._id ?? "";
  const ended = await send(`${server.url}/amplify/account/sessions/${id}`, {
    method: "DELETE",
    cookie: ada.cookie,
  });
  expect(ended).toMatchObject({ status: 200 });
  expect(ended.headers.get("set-cookie")).toBeNull();
  expect(await me({ cookie })).toMatchObject({ status: 401 });
  expect(await me(ada)).toMatchObject({ status: 200 });
});

test("signing out everywhere ends every session and closes every socket with 4401", async () => {
  const ada = await server.signUp();
  const elsewhere = await server.logIn(ada);
  const eve = await server.signUp();
  const watchers = await Promise.all([watchedSocket(server.url, ada), watchedSocket(server.url, elsewhere)]);
  await ada.client("DELETE /amplify/account/sessions");
  expect(await Promise.all(watchers.map(({ closed }) => closed))).toEqual([4401, 4401]);
  expect(await me(ada)).toMatchObject({ status: 401 });
  expect(await me(elsewhere)).toMatchObject({ status: 401 });
  expect(await me(eve)).toMatchObject({ status: 200 });
});

/** Some of everything for one person, with cells that a spreadsheet would run. */
async function fill({ client, cookie }: TestPerson): Promise<void> {
  const leads = [
    { firstName: '=HYPERLINK("http://evil.example")', lastName: "+1", email: "a@in.test", phone: "-2" },
    { firstName: "@sum", lastName: "O, Neil", email: "b@in.test", collection: ["customers", "vips"] },
    { firstName: 'Quote "x"', lastName: "Lee", email: "c@in.test", optout: true },
  ];
  await client("POST /amplify/leads/bulk", { body: { leads } });
  await client("POST /templates", { body: { name: "Spring", html: "<p>Hi</p>", design: { rows: 1 } } });
  const picture = new FormData();
  picture.append("file", new File([tinyPng], "logo.png"));
  await client("POST /amplify/images", { body: picture });
  const row = { id: "r", cells: [1], columns: [{ id: "c", values: {}, contents: [] }], values: {} };
  await client("POST /amplify/saved-rows", { body: { name: "Footer", row } });
  const appEmail = "ada@sandbox.example";
  await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail, appPassword: appPasswordCanary, alias: `Ada <${appEmail}>` },
  });
  const { campaignId } = await client("POST /email/send", {
    body: {
      subject: "=Spring",
      collection: "all",
      from: appEmail,
      html: '<a href="https://shop.test/?a=1,2">Shop</a>',
    },
  });
  await until(
    async () =>
      (await client("GET /amplify/campaigns/{id}", { params: { id: campaignId } })).state === "finished",
  );
  const [mail] = (await client("GET /amplify/sandbox/mails")).items;
  const raw = await fetch(`${server.url}/amplify/sandbox/mails/${mail?._id}`, { headers: { cookie } });
  const { html = "" } = await PostalMime.parse(await raw.arrayBuffer());
  // A machine by its name: how soon it comes after the mail depends on this computer.
  const headers = { "user-agent": "Barracuda Sentinel" };
  await fetch(/href="([^"]*\/c\/[^"]*)"/.exec(html)?.[1] ?? "", { redirect: "manual", headers });
}

async function exportOf({ cookie }: TestPerson): Promise<Record<string, string>> {
  const response = await fetch(`${server.url}/amplify/account/export`, { headers: { cookie } });
  expect(response.status).toBe(200);
  return unzip(await response.bytes());
}

test("an export holds everything of one person, nothing of another's and no secret", async () => {
  const ada = await server.signUp();
  const eve = await server.signUp();
  await fill(ada);
  await eve.client("POST /amplify/leads", {
    body: { firstName: "Eve", lastName: "Only", email: "eves-lead@in.test" },
  });
  const files = await exportOf(ada);
  expect(Object.keys(files).sort()).toEqual([
    "README.txt",
    "accounts.json",
    "api-keys.json",
    "api-requests.csv",
    "bounced-addresses.csv",
    "campaign-plans.json",
    "campaigns.json",
    "clicks.csv",
    "collections.csv",
    "custom-fields.csv",
    "deliveries.csv",
    "denials.csv",
    "images.json",
    "import-changes.csv",
    "imports.json",
    "kind-suppressions.csv",
    "lead-notes.csv",
    "leads.csv",
    "optouts.csv",
    "profile.json",
    "sandbox-mails.csv",
    "saved-rows.json",
    "segments.json",
    "sequence-leads.csv",
    "suppressions.csv",
    "template-folders.json",
    "template-versions.json",
    "templates.json",
    "transactional-mails.csv",
    "webhooks.json",
  ]);
  const { uid, email } = ada;
  const json = (name: string): unknown => JSON.parse(files[name] ?? "");
  expect(json("profile.json")).toMatchObject({ uid, email, holdings: { leads: 3, campaigns: 1 } });
  expect(json("templates.json")).toMatchObject([{ name: "Spring", html: "<p>Hi</p>", design: { rows: 1 } }]);
  expect(json("images.json")).toMatchObject([{ content: Buffer.from(tinyPng).toString("base64") }]);
  expect(json("saved-rows.json")).toMatchObject([{ name: "Footer" }]);
  expect(json("campaigns.json")).toMatchObject([{ subject: "=Spring", state: "finished", total: 3 }]);
  expect(json("accounts.json")).toMatchObject([{ appEmail: "ada@sandbox.example", provider: "sandbox" }]);
  expect(files["clicks.csv"]).toMatch(/\r\n[\w-]+,[\w-]+,"https:\/\/shop\.test\/\?a=1,2",,,0,1\r\n$/);
  expect(json("profile.json")).toMatchObject({ counted: { opens: true, clicks: true } });
  expect(files["deliveries.csv"]?.split("\r\n")).toHaveLength(1 + 3 + 1);
  // One hash in sixty-four begins with a "-", and is kept from being a formula.
  expect(files["suppressions.csv"]).toMatch(/\r\n(?:'-|\w)[\w-]{20,},owner,/);
  const everything = Object.values(files).join("\n");
  for (const absent of ["eves-lead", appPasswordCanary, "$argon2", ada.token, ada.password])
    expect(everything).not.toContain(absent);
});

test("an export's README names each of its files", async () => {
  const ada = await server.signUp();
  const { "README.txt": readme = "", ...files } = await exportOf(ada);
  expect(Object.keys(files).filter((name) => !readme.includes(`\n${name} `))).toEqual([]);
});

test("an export has drafts with all that is written in them, and names what was sent by which campaign", async () => {
  const ada = await server.signUp();
  await fill(ada);
  const draft = await ada.client("POST /amplify/campaigns", { body: {} });
  const [variant] = draft.steps.flatMap(({ variants }) => variants);
  const mail = {
    subject: "Leaves",
    preview: "They fall",
    html: "<p>Red</p>",
    design: { body: { rows: [] } },
  };
  await ada.client("PUT /amplify/campaigns/{id}/mails/{variantId}", {
    params: { id: draft._id, variantId: variant?.id ?? "" },
    body: { version: 0, ...mail },
  });
  const gone = await ada.client("POST /amplify/campaigns", { body: {} });
  await ada.client("DELETE /amplify/campaigns/{id}", { params: { id: gone._id } });
  const files = await exportOf(ada);
  const plans = JSON.parse(files["campaign-plans.json"] ?? "") as { _id: string }[];
  expect(plans).toHaveLength(2);
  expect(plans.find(({ _id }) => _id === draft._id)).toMatchObject({
    state: "draft",
    audience: { everyone: false },
    steps: draft.steps,
    mails: [{ variantId: variant?.id, ...mail }],
    activity: [{ code: "did_create", userId: ada.uid }],
  });
  const sent = plans.find(({ _id }) => _id !== draft._id);
  expect(JSON.parse(files["campaigns.json"] ?? "")).toMatchObject([{ planId: sent?._id, step: 1 }]);
});

test("no cell of an export is a formula, and a cell with commas and quotes is still one cell", async () => {
  const ada = await server.signUp();
  await fill(ada);
  const files = await exportOf(ada);
  const leads = files["leads.csv"] ?? "";
  expect(leads).toStartWith("\ufeff_id,firstName");
  expect(leads).toContain(`,"'=HYPERLINK(""http://evil.example"")",'+1,a@in.test,'-2,`);
  expect(leads).toContain(`,'@sum,"O, Neil",b@in.test,,"customers; vips",no,`);
  expect(leads).toContain(`,"Quote ""x""",Lee,c@in.test,,,yes,`);
  expect(files["sandbox-mails.csv"]).toContain(",'=Spring,");
  for (const [name, text] of Object.entries(files))
    if (name.endsWith(".csv"))
      expect({ name, hit: /(^|,|\n)"?[=+@-]/.exec(text)?.[0] }).toEqual({ name, hit: undefined });
});

test("an export of more than a batch has every lead once, in their collections", async () => {
  const ada = await server.signUp();
  const count = 2 * accountLimits.exportBatch + 1;
  const leads = Array.from({ length: count }, (_, index) => ({
    firstName: `F${index}`,
    email: `l${index}@in.test`,
    collection: [index % 2 === 0 ? "even" : "odd"],
  }));
  await ada.client("POST /amplify/leads/bulk", { body: { leads } });
  const rows = ((await exportOf(ada))["leads.csv"] ?? "").trim().split("\r\n").slice(1);
  const found = rows.map((row) => row.split(",")).map((cells) => `${cells[3]} ${cells[5]}`);
  expect(found.sort()).toEqual(leads.map(({ email, collection }) => `${email} ${collection[0]}`).sort());
});

test("an empty account exports too", async () => {
  const files = await exportOf(await server.signUp());
  expect(files["templates.json"]).toBe("[]\n");
  expect(files["leads.csv"]?.split("\r\n")).toHaveLength(2);
});

test("a deletion needs the password, and a wrong one changes nothing", async () => {
  const ada = await server.signUp();
  const remove = (body: object) =>
    send(`${server.url}/amplify/account/delete`, { body: JSON.stringify(body), cookie: ada.cookie });
  for (const body of [{}, { password: "" }, { password: "wrong" }, { email: ada.email }])
    expect(await remove(body)).toMatchObject({ status: 401, json: { code: "invalid_credentials" } });
  expect(await me(ada)).toMatchObject({ status: 200 });
});

test("somebody without a password types the address, and only soon after signing in", async () => {
  const ada = await server.signUp();
  const { users, sessions } = server.core.database.tables;
  // As if ada had only ever signed in with Google.
  await server.core.database.atomically((write) => ({
    changed: write.update(users).set({ passwordHash: null }).where(eq(users.id, ada.uid)),
  }));
  await expect(
    ada.client("POST /amplify/account/delete", { body: { email: "x@example.com" } }),
  ).rejects.toThrow("not the email address");
  const long = server.core.clock.now() - accountLimits.freshSignInMs - 1;
  const setSignedIn = (createdAt: number) =>
    server.core.database.atomically((write) => ({
      changed: write.update(sessions).set({ createdAt }).where(eq(sessions.userId, ada.uid)),
    }));
  await setSignedIn(long);
  await expect(ada.client("POST /amplify/account/delete", { body: { email: ada.email } })).rejects.toThrow(
    "sign in again",
  );
  await setSignedIn(server.core.clock.now());
  await ada.client("POST /amplify/account/delete", { body: { email: ada.email } });
  expect(await me(ada)).toMatchObject({ status: 401 });
});

test("a deleted account is gone everywhere at once, and its address may sign up anew with nothing of the old", async () => {
  const ada = await server.signUp();
  const elsewhere = await server.logIn(ada);
  await fill(ada);
  const { closed } = await watchedSocket(server.url, elsewhere);
  await ada.client("POST /amplify/account/delete", { body: { password: ada.password } });
  expect(await closed).toBe(4401);
  for (const session of [ada, elsewhere]) expect(await me(session)).toMatchObject({ status: 401 });
  await expect(server.logIn(ada)).rejects.toThrow("401");
  expect(await createUserStore(server.core.database).byId(ada.uid)).toBeNull();

  const again = await server.signUp({ email: ada.email });
  expect(await again.client("GET /amplify/account")).toMatchObject({
    holdings: { leads: 0, suppressions: 0, sandboxMails: 0, accounts: 0 },
  });
});

test("a deleted account is looked at again when no request from before it can still be arriving", () => {
  expect(accountLimits.secondLookMs).toBeGreaterThan(2 * bodyLimits.receiveMs);
});

test("a deletion that a crash cut short is finished by the next start, and leaves nothing readable in the file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-closing-"));
  const first = await startTestServer({ AMPLIFY_DATA: folder });
  const ada = await first.signUp();
  const eve = await first.signUp();
  const lead = { firstName: "Ann", lastName: "Lee" };
  await ada.client("POST /amplify/leads", { body: { ...lead, email: "gone@in.test" } });
  await eve.client("POST /amplify/leads", { body: { ...lead, email: "kept@in.test" } });
  const store = createAccountDataStore(first.core.database);
  await store.close({ workspaceId: ada.uid, userId: ada.uid, jobs: [removalJob(ada.uid)], allow: () => {} });
  expect(await store.holdingsOf(ada.uid)).toMatchObject({ leads: 1 });
  await first.close();

  const second = await startTestServer({ AMPLIFY_DATA: folder });
  const after = createAccountDataStore(second.core.database);
  const left = async () => createJobStore(second.core.database).openCount("accountRemoval");
  await until(async () => (await left()) === 0);
  expect(await after.holdingsOf(ada.uid)).toMatchObject({ leads: 0 });
  expect(await after.holdingsOf(eve.uid)).toMatchObject({ leads: 1 });
  await second.close();
  const kept = ["kept@in.test", eve.email];
  expect(readableIn(folder, ["gone@in.test", ada.email, ...kept]) ?? kept).toEqual(kept);
  rmSync(folder, { recursive: true });
});

test("a deletion stops what is being sent first: nothing goes out after the answer", async () => {
  const sending: SendingServer = await startSendingServer({
    credential: { perMinute: 1_000_000, gapMs: 20 },
  });
  try {
    const { person, smtp } = sending;
    await sending.addLeads(200);
    const id = await sending.send();
    await sending.untilCounts(id, (counts) => counts.sent > 3);
    const stranger = await sending.server.signUp();
    await person.client("POST /amplify/account/delete", { body: { password: person.password } });
    const accepted = smtp.acceptedCount();
    expect(accepted).toBeLessThan(200);

    // Somebody else's mail goes out after that; had a mail of the deleted account been left, it would be before it.
    const appEmail = "eve@sender.test";
    await stranger.client("POST /amplify/auth/credentials", {
      body: { provider: "google", appEmail, appPassword: "abcdefghijklmnop", alias: `Eve <${appEmail}>` },
    });
    await stranger.client("POST /amplify/leads", {
      body: { firstName: "Last", lastName: "One", email: "last@in.test" },
    });
    await stranger.client("POST /email/send", {
      body: { subject: "Bye", html: "<p>Hi</p>", collection: "all", from: appEmail },
    });
    await until(() => smtp.accepted.some((mail) => mail.to.includes("last@in.test")));
    expect(smtp.accepted.filter((mail) => mail.from === sender)).toHaveLength(accepted);
  } finally {
    await sending.close();
  }
}, 30_000);
