import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { realtimeMessage } from "../../../contract/realtime/messages.ts";
import { createWorkspaceStore } from "../../../db/stores/identity/workspaces.ts";
import { memberOf, workIn } from "../../support/server/memberOf.ts";
import { openRawSocket, type RawSocket } from "../../support/server/rawSocket.ts";
import {
  goodPassword,
  startTestServer,
  type TestPerson,
  type TestServer,
} from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";
import { tinyPng } from "../../support/templates/tinyPng.ts";
import { until } from "../../support/until.ts";
import { unzip } from "../../support/unzip.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Ada owns a workspace, Ben is a member of it and works there, Cem has nothing to do with it. */
async function threePeople() {
  const ada = await server.signUp();
  return { ada, ben: await memberOf(server, ada), cem: await server.signUp() };
}

const workspaces = () => createWorkspaceStore(server.core.database);
const from = "ada@sender.test";
const me = ({ cookie }: TestPerson) => send(`${server.url}/amplify/auth/me`, { cookie });

async function fill({ client }: TestPerson) {
  const lead = await client("POST /amplify/leads", {
    body: { firstName: "Lea", lastName: "Lind", email: "lea@in.test", collection: ["friends"] },
  });
  const template = await client("POST /templates", { body: { name: "Spring", html: "<p>Of W alone</p>" } });
  const body = { provider: "sandbox" as const, appEmail: from, alias: `Ada <${from}>` };
  const account = await client("POST /amplify/auth/credentials", { body });
  const form = new FormData();
  form.append("file", new File([tinyPng], "logo.png"));
  const image = await client("POST /amplify/images", { body: form });
  return { lead: lead._id, template: template._id, account: account._id, image: image._id };
}

/** What somebody's lists show, each by its ids. */
async function listsOf({ client }: TestPerson): Promise<Record<string, string[]>> {
  const ids = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id);
  const leads = await client("GET /amplify/leads");
  return {
    leads: Array.isArray(leads) ? ids(leads) : [],
    collections: ids(await client("GET /amplify/collections")),
    templates: ids(await client("GET /templates")),
    summaries: ids((await client("GET /templates/summaries")).filter((row) => !row.public)),
    accounts: ids(await client("GET /amplify/auth/credentials")),
    images: ids(await client("GET /amplify/images")),
    campaigns: ids(await client("GET /amplify/campaigns")),
  };
}

describe("what is in a workspace", () => {
  test("is listed alike to its owner and its members, and to nobody else", async () => {
    const { ada, ben, cem } = await threePeople();
    await fill(ada);
    await ben.client("POST /amplify/leads", {
      body: { firstName: "Ned", lastName: "Nord", email: "ned@in.test" },
    });
    const lists = await listsOf(ada);
    expect(Object.values(lists).map(({ length }) => length)).toEqual([2, 1, 1, 1, 1, 1, 0]);
    expect(await listsOf(ben)).toEqual(lists);
    expect(await listsOf(cem)).toEqual(Object.fromEntries(Object.keys(lists).map((name) => [name, []])));
  });

  test("is out of a stranger's reach by any id that a body may name", async () => {
    const { ada, cem } = await threePeople();
    const theirs = await fill(ada);
    const own = await fill(cem);
    const letter = { subject: "Hello", html: "<p>Hi</p>", from };
    const calls: [string, unknown][] = [
      ["/email/send", { ...letter, leads: [theirs.lead] }],
      ["/email/send/plan", { ...letter, leads: [theirs.lead] }],
      ["/email/send", { subject: "Hello", from, leads: [own.lead], templateId: theirs.template }],
      ["/email/preview", { html: "<p>{{firstName}}</p>", leadId: theirs.lead }],
      ["/email/preview", { templateId: theirs.template }],
      ["/email/send/test", { templateId: theirs.template }],
      ["/email/send/test", { html: "<p>Hi</p>", leadId: theirs.lead }],
    ];
    for (const [path, body] of calls) {
      const sent = await send(`${server.url}${path}`, { cookie: cem.cookie, body: JSON.stringify(body) });
      expect({ path, body, status: sent.status }).toEqual({ path, body, status: 404 });
      expect(sent.text).not.toContain("Of W alone");
    }
    const which = { ids: [theirs.lead] };
    for (const action of ["optOut", "delete"] as const)
      expect((await cem.client("POST /amplify/leads/actions", { body: { action, which } })).count).toBe(0);
    const exported = await send(`${server.url}/amplify/leads/export`, {
      cookie: cem.cookie,
      body: JSON.stringify({ which, format: "csv" }),
    });
    expect(exported.text).not.toContain("lea@in.test");
    expect(await ada.client("GET /amplify/leads")).toMatchObject([{ email: "lea@in.test", optout: false }]);
  });
});

describe("what somebody does in another's workspace", () => {
  test("is bounded by its owner's plan, whoever works there", async () => {
    const { ada, ben } = await threePeople();
    await server.grant(ben, { status: "AMEX" });
    const leads = Array.from({ length: 51 }, (_, n) => ({
      firstName: "Lead",
      lastName: "Lind",
      email: `l${n}@in.test`,
    }));
    const refused = await send(`${server.url}/amplify/leads/bulk`, {
      cookie: ben.cookie,
      body: JSON.stringify({ leads }),
    });
    expect(refused.json).toMatchObject({ code: "plan_limit" });
    const overview = () => send(`${server.url}/amplify/api/overview`, { cookie: ben.cookie });
    expect((await overview()).status).toBe(403);
    await server.grant(ben, { status: "AMFR" });
    await server.grant(ada, { status: "AMEX" });
    expect((await overview()).status).toBe(200);
    expect(await ben.client("POST /amplify/leads/bulk", { body: { leads } })).toMatchObject({ added: 51 });
    await workIn(server, ben, ben.uid);
    expect((await overview()).status).toBe(403);
  });

  test("is sent once, though both ask for the same at the same moment", async () => {
    const { ada, ben } = await threePeople();
    const { lead } = await fill(ada);
    const body = { subject: "Once", html: "<p>Hi</p>", from, leads: [lead] };
    const [one, other] = await Promise.all(
      [ada, ben].map(({ client }) => client("POST /email/send", { body })),
    );
    expect(other?.campaignId).toBe(one?.campaignId ?? "");
  });
});

/** A handshake for a workspace's news. */
function listen({ cookie }: TestPerson, workspaceId: string): Promise<RawSocket> {
  const { port } = new URL(server.url);
  return openRawSocket({ port: Number(port), path: `/ws/${workspaceId}`, headers: { cookie } });
}

const statusOf = async (person: TestPerson, workspaceId: string) => {
  const socket = await listen(person, workspaceId);
  socket.end();
  return Number(socket.status.split(" ")[1]);
};

describe("news of a workspace", () => {
  test("are for whoever works in it, at its address alone", async () => {
    const { ada, ben, cem } = await threePeople();
    expect(await statusOf(ben, ada.uid)).toBe(101);
    expect(await statusOf(ben, ben.uid)).toBe(401);
    expect(await statusOf(cem, ada.uid)).toBe(401);
    expect(await statusOf(ada, ben.uid)).toBe(401);
  });

  test("reach everybody who works there, and nobody else", async () => {
    const { ada, ben, cem } = await threePeople();
    const { lead } = await fill(ada);
    const sockets = [await listen(ada, ada.uid), await listen(ben, ada.uid)];
    const strangers = await listen(cem, cem.uid);
    const body = { subject: "News", html: "<p>Hi</p>", from, leads: [lead] };
    const { campaignId } = await ben.client("POST /email/send", { body });
    const toldBy = (socket: RawSocket) =>
      socket.messages
        .map((text) => JSON.parse(text))
        .filter(({ data }) => data.target === "email")
        .map((message) => realtimeMessage.parse(message).data)
        .filter((data) => data.campaignId === campaignId && !data.running);
    for (const socket of sockets) await until(() => toldBy(socket).length > 0);
    expect(strangers.messages).toEqual([]);
    for (const socket of [...sockets, strangers]) socket.end();
  });
});

describe("a membership that ends", () => {
  test("ends with the next request and the open socket, and nobody else's session", async () => {
    const { ada, ben } = await threePeople();
    const socket = await listen(ben, ada.uid);
    const ended = await workspaces().removeMember({ workspaceId: ada.uid, userId: ben.uid });
    expect(ended).toHaveLength(1);
    expect((await me(ben)).status).toBe(401);
    server.running.identity.sessionsEnded(ended);
    expect(await socket.closed).toBe(4401);
    expect((await me(ada)).status).toBe(200);
    const again = await server.logIn(ben);
    expect(await again.client("GET /amplify/leads")).toEqual([]);
    expect(await statusOf(again, ada.uid)).toBe(401);
  });

  test("is noticed where another process ended it, or had the session work elsewhere", async () => {
    const { ada, ben } = await threePeople();
    const { identity } = server.running;
    const told: string[] = [];
    identity.onSessionsEnded((ids) => told.push(...ids));
    const [row] = (
      await server.core.database.read.select().from(server.core.database.tables.sessions)
    ).filter(({ userId }) => userId === ben.uid);
    const sessionId = row?.id ?? "";
    await identity.notice([{ sessionId, workspaceId: ada.uid }]);
    expect(told).toEqual([]);
    await workIn(server, ben, ben.uid);
    await identity.notice([{ sessionId, workspaceId: ada.uid }]);
    expect(told).toEqual([sessionId]);
  });
});

test("a session works only where its person is a member", async () => {
  const { ada, cem } = await threePeople();
  expect(await workIn(server, cem, ada.uid)).toBe(false);
  expect(await workIn(server, cem, "nowhere")).toBe(false);
  expect(await cem.client("GET /amplify/leads")).toEqual([]);
});

describe("somebody's own account, while they work in another's workspace,", () => {
  test("stays their own: who they are, where they are signed in, what goes with it", async () => {
    const { ada, ben } = await threePeople();
    await fill(ada);
    expect(await ben.client("GET /amplify/auth/me")).toMatchObject({ uid: ben.uid, email: ben.email });
    expect(await ben.client("POST /amplify/auth/verify", { body: { uid: ben.uid } })).toMatchObject({
      status: "AMFR",
    });
    expect(await ben.client("GET /amplify/account/sessions")).toHaveLength(1);
    expect(await ben.client("GET /amplify/account")).toMatchObject({ uid: ben.uid, holdings: { leads: 0 } });
  });

  test("is exported with their own data, and nothing of the workspace", async () => {
    const { ada, ben } = await threePeople();
    await fill(ada);
    await workIn(server, ben, ben.uid);
    await ben.client("POST /amplify/leads", {
      body: { firstName: "Own", lastName: "Lead", email: "bens-own@in.test" },
    });
    await workIn(server, ben, ada.uid);
    const response = await fetch(`${server.url}/amplify/account/export`, { headers: { cookie: ben.cookie } });
    const files = Object.values(unzip(await response.bytes())).join("\n");
    expect(files).toContain("bens-own@in.test");
    expect(files).toContain(ben.email);
    for (const theirs of ["lea@in.test", "Of W alone", from, "friends"]) expect(files).not.toContain(theirs);
  });

  test("has its password changed, and the new session works where the old one did", async () => {
    const { ada, ben } = await threePeople();
    const { lead } = await fill(ada);
    const body = { currentPassword: goodPassword, newPassword: "Another-Horse-8" };
    const { token } = await ben.client("POST /amplify/auth/password", { body });
    const leads = await send(`${server.url}/amplify/leads`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(leads.json).toMatchObject([{ _id: lead }]);
  });

  test("is deleted without a word of the workspace, which stays as it was", async () => {
    const { ada, ben } = await threePeople();
    await fill(ada);
    const before = await listsOf(ada);
    await ben.client("POST /amplify/account/delete", { body: { password: goodPassword } });
    expect((await me(ben)).status).toBe(401);
    expect(await listsOf(ada)).toEqual(before);
    expect(await workspaces().othersIn({ workspaceId: ada.uid, userId: ada.uid })).toBe(0);
  });
});

test("an owner's account stays while others work in the workspace, and goes once they do not", async () => {
  const { ada, ben } = await threePeople();
  await fill(ada);
  const before = await listsOf(ada);
  const remove = () =>
    send(`${server.url}/amplify/account/delete`, {
      cookie: ada.cookie,
      body: JSON.stringify({ password: goodPassword }),
    });
  expect(await remove()).toMatchObject({ status: 409, json: { code: "conflict" } });
  expect(await listsOf(ben)).toEqual(before);
  await workspaces().removeMember({ workspaceId: ada.uid, userId: ben.uid });
  expect((await remove()).status).toBe(200);
  expect((await me(ada)).status).toBe(401);
  const { read, tables } = server.core.database;
  const left = [
    ...(await read.select().from(tables.workspaces)),
    ...(await read.select().from(tables.workspaceMembers)),
  ];
  expect(left.filter(({ workspaceId }) => workspaceId === ada.uid)).toEqual([]);
});
