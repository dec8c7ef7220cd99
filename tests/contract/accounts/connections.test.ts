import { afterAll, beforeAll, expect, test } from "bun:test";
import { budgetLimits } from "../../../contract/limits/sending.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

const appEmail = "ada@sender.test";
const alias = `Ada <${appEmail}>`;
/** More than an account opens where nobody says otherwise. */
const many = 12;

let smtp: ScriptedSmtp;
/** The most connections that were open when a mail was taken. */
let open = 0;
let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  smtp = await startScriptedSmtp({
    dot: () => {
      open = Math.max(open, smtp.openConnections());
      return { reply: "250 taken", delayMs: 20 };
    },
  });
  server = await startTestServer();
  person = await server.signUp();
  await server.grant(person, { status: "AMEX" });
  const leads = Array.from({ length: 8 * many }, (_, nth) => ({
    firstName: "Bo",
    lastName: "Berg",
    email: `bo${nth}@in.test`,
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const own = () => ({ host: "127.0.0.1", port: smtp.port, security: "none" as const });

async function saved(connections: number | null) {
  const body = { provider: "smtp" as const, appEmail, alias, ...own(), connections };
  const [known] = await person.client("GET /amplify/auth/credentials");
  if (known === undefined) return person.client("POST /amplify/auth/credentials", { body });
  return person.client("PUT /amplify/auth/credentials/{id}", { params: { id: known._id }, body });
}

async function mostOpenWhileSending(): Promise<number> {
  open = 0;
  const body = { subject: `News ${Math.random()}`, html: "<p>News</p>", from: appEmail, collection: "all" };
  const { campaignId: id } = await person.client("POST /email/send", { body });
  const look = () => person.client("GET /amplify/campaigns/{id}", { params: { id } });
  await until(async () => (await look()).counts.sent === 8 * many, 30_000);
  return open;
}

test("an account of a server of one's own opens as many connections as its owner allows, from the next mail on", async () => {
  expect(await saved(many)).toMatchObject({ connections: many });
  expect(await mostOpenWhileSending()).toBe(many);
  expect(await saved(2)).toMatchObject({ connections: 2 });
  expect(await mostOpenWhileSending()).toBe(2);
  expect(await saved(null)).toMatchObject({ connections: null });
});

for (const connections of [0, budgetLimits.connectionsMax + 1, 1.5])
  test(`${connections} connections are refused`, async () => {
    await expect(saved(connections)).rejects.toMatchObject({ code: "bad_request", field: "connections" });
  });

test("a provider whose connections are its own keeps to those", async () => {
  const body = { provider: "sandbox" as const, appEmail: "try@sender.test", alias: "Try <try@sender.test>" };
  const added = await person.client("POST /amplify/auth/credentials", { body: { ...body, connections: 3 } });
  expect(added).toMatchObject({ connections: null });
});
