import { expect, test } from "bun:test";
import { join } from "node:path";
import { type Client, createClient } from "../../../contract/client.ts";
import type { TransactionalMail } from "../../../contract/schemas/transactional.ts";
import { providers } from "../../../contract/sending/providers.ts";
import { program } from "../../support/server/program.ts";
import { fillWithLeads } from "../../support/server/serveProcess.ts";
import { killableServer } from "../../support/smtp/killableServer.ts";
import { until } from "../../support/until.ts";

const killCount = Number(process.env.KILLS ?? 5);
const callCount = 40;
const recipientsPerCall = 25;
const mailCount = callCount * recipientsPerCall;
const { folder, serve, accepted } = killableServer("killed-mails");

/** Gives the person a plan that has the API, as whoever runs the installation does. */
async function grantPlan(): Promise<void> {
  const granting = Bun.spawn([...program, "users", "grant", "ada@example.com", "--plan", "enterprise"], {
    env: { ...process.env, AMPLIFY_DATA: join(folder, "data") },
    stdout: "ignore",
  });
  expect(await granting.exited).toBe(0);
}

const callOf = (index: number) => ({
  subject: `Receipt ${index}`,
  html: "<p>{{number}}</p>",
  values: { number: index },
  attachments: [{ name: "receipt.txt", type: "text/plain", content: "UmVjZWlwdA==" }],
  to: Array.from({ length: recipientsPerCall }, (_, at) => ({ email: `c${index}r${at}@in.test` })),
});

/** Asks as a program does that got no answer: again, under the same key, until there is one. */
async function ask(base: () => string, token: string, index: number): Promise<void> {
  await until(async () => {
    const answer = await fetch(`${base()}/email/transactional`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
        "idempotency-key": `call-${index}`,
      },
      body: JSON.stringify(callOf(index)),
    }).catch(() => null);
    return answer?.status === 202;
  }, 60_000);
}

async function wholeLog(client: Client): Promise<TransactionalMail[]> {
  const all: TransactionalMail[] = [];
  for (let before: string | undefined; ; ) {
    const page = await client("GET /email/transactional", {
      query: { pageSize: 200, ...(before && { before }) },
    });
    all.push(...page.items);
    if (page.next === null) return all;
    before = page.next;
  }
}

test(`after ${killCount} kills while mails are asked for nobody got one twice and nobody was forgotten`, async () => {
  let server = await serve();
  const token = await fillWithLeads(server.line, 1);
  await grantPlan();
  const asking = (async () => {
    for (let index = 0; index < callCount; index += 1) await ask(() => server.line, token, index);
  })();
  for (let kill = 0; kill < killCount; kill += 1) {
    await Bun.sleep(Math.random() * 200);
    await server.kill();
    server = await serve();
  }
  await asking;
  const client = createClient({ base: server.line, token });
  const isOver = ({ state }: TransactionalMail) => state === "sent" || state === "uncertain";
  let mails: TransactionalMail[] = [];
  await until(async () => {
    mails = await wholeLog(client);
    return mails.length === mailCount && mails.every(isOver);
  }, 90_000);
  await server.end();
  expect(new Set(mails.map(({ email }) => email)).size).toBe(mailCount);
  const uncertain = mails.filter(({ state }) => state === "uncertain").length;
  expect(uncertain).toBeLessThanOrEqual(killCount * providers.smtp.connections);
  const taken = accepted();
  const recipients = taken.map((line) => line.split("\t")[1]);
  expect(new Set(recipients).size).toBe(recipients.length);
  expect(recipients.length).toBeGreaterThanOrEqual(mailCount - uncertain);
}, 300_000);
