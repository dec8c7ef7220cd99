import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { minuteMs } from "../../../contract/limits/units.ts";
import { drafted, started, step } from "../../support/campaigns/drafted.ts";
import { byRecipient } from "../../support/smtp/scriptedSmtp.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";

setDefaultTimeout(60_000);

const leadCount = 20;
const lastOfDay = 8;
const refused = "lead0@in.test";

let sending: SendingServer;
let elsewhere: string;
let aheadMs = 0;
const time = { wallMs: () => Date.now() + aheadMs, steadyMs: () => performance.now() + aheadMs };
const other = "eva@elsewhere.test";
const google = { provider: "google" as const, appPassword: "abcd efgh ijkl mnop" };

beforeAll(async () => {
  sending = await startSendingServer({ time });
  await sending.addLeads(leadCount);
  const body = { ...google, appEmail: other, alias: `Eva <${other}>` };
  elsewhere = (await sending.person.client("POST /amplify/auth/credentials", { body }))._id;
});
afterAll(() => sending.close());

/** An account that takes eight mails a day, and is not asked for more. */
async function account(name: string): Promise<{ id: string; appEmail: string }> {
  const appEmail = `${name}@sender.test`;
  const body = { ...google, appEmail, alias: `Ada <${appEmail}>`, perDay: lastOfDay };
  const { _id: id } = await sending.person.client("POST /amplify/auth/credentials", { body });
  return { id, appEmail };
}

const html = '<p>Hi <a href="https://shop.test/">there</a></p>';
type Account = Awaited<ReturnType<typeof account>>;

const kinds: Record<string, (from: Account) => Promise<string>> = {
  sent: async ({ appEmail: from }) => {
    const body = { subject: "Hi", html, from, collection: "all", trackClicks: true };
    return (await sending.person.client("POST /email/send", { body })).campaignId;
  },
  composed: async ({ id }) => {
    const plan = await drafted(sending, { accounts: [id], trackClicks: true }, { html });
    await started(sending, plan, null);
    return plan._id;
  },
  threaded: async ({ id }) => {
    const steps = [step("one", 0), { ...step("two", 60), sameThread: true }];
    const plan = await drafted(sending, { kind: "sequence", steps, accounts: [id] }, { html });
    await started(sending, plan, null);
    return plan._id;
  },
};

/** Sends as much as the account takes, of which one is refused, and the rest from elsewhere. */
async function moved(from: Account, begin: (from: Account) => Promise<string>): Promise<string> {
  sending.smtp.accepted.splice(0);
  sending.smtp.script.rcpt = byRecipient({ [refused]: "550 5.1.1 No such user" });
  const id = await begin(from);
  await sending.untilCounts(id, ({ sent, failed }) => sent === lastOfDay && failed === 1);
  const { client } = sending.person;
  await client("POST /amplify/campaigns/{id}/pause", { params: { id } });
  const body = { credentialId: elsewhere };
  expect(await client("POST /amplify/campaigns/{id}/account", { params: { id }, body })).toMatchObject({
    from: `Eva <${other}>`,
    total: leadCount,
    recipients: leadCount,
    state: "running",
    accounts: [{ credentialId: elsewhere }, { credentialId: from.id, held: null }],
  });
  await sending.untilCounts(id, ({ sent }) => sent === leadCount - 1);
  sending.smtp.script.rcpt = undefined as never;
  return id;
}

const textOf = (mail: { raw: Uint8Array } | undefined) => new TextDecoder().decode(mail?.raw);

/** By whom each address was sent its mail, as the mail server knows it. */
const taken = () => Object.fromEntries(sending.smtp.accepted.map(({ from, to }) => [to[0] ?? "", from]));

/** The same, as the exported ledger says it. */
async function said(id: string, state = "sent"): Promise<Record<string, string>> {
  const asked = { params: { id } };
  const file = (await sending.person.client("GET /amplify/campaigns/{id}/deliveries.csv", asked)) as Response;
  const [head = [], ...rows] = (await file.text())
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  const named = (row: string[], name: string) => row[head.indexOf(name)] ?? "";
  const address = (from: string) => /[^\s<"]+@[^\s>"]+/.exec(from)?.[0] ?? from;
  const meant = rows.filter((row) => named(row, "State") === state);
  return Object.fromEntries(meant.map((row) => [named(row, "Email"), address(named(row, "Account"))]));
}

async function byAccount(id: string): Promise<Record<string, [number, number]>> {
  const { rows } = await sending.person.client("GET /amplify/campaigns/{id}/breakdown", {
    params: { id },
    query: { by: "account" },
  });
  return Object.fromEntries(rows.map(({ key, sent, failed }) => [key, [sent, failed]]));
}

test.each(["sent", "composed"])(
  "what went before a move stays with its account, and what is tried again goes from the other: %s",
  async (kind) => {
    const from = await account(kind);
    const id = await moved(from, kinds[kind] as (typeof kinds)[string]);
    await sending.untilCounts(id, (_, { state }) => state === "finished");
    const sent = taken();
    expect(Object.values(sent).filter((by) => by === from.appEmail)).toHaveLength(lastOfDay);
    expect(Object.keys(sent)).toHaveLength(leadCount - 1);
    expect(await said(id)).toEqual(sent);
    expect(await said(id, "failed")).toEqual({ [refused]: from.appEmail });
    expect(await byAccount(id)).toEqual({ [from.id]: [lastOfDay, 1], [elsewhere]: [11, 0] });
    const { client } = sending.person;
    const first = sending.smtp.accepted.find((mail) => mail.from === from.appEmail);
    const leave = /https?:\/\/[^>\s]+\/u\/[^>\s]+/.exec(textOf(first).replaceAll("=\r\n", ""))?.[0] ?? "";
    const page = await fetch(new URL(new URL(leave).pathname, sending.server.url));
    expect(await page.text()).toContain(from.appEmail);
    // It is gone, and what failed goes from the one that the campaign has by now.
    await client("DELETE /amplify/auth/credentials/{id}", { params: { id: from.id } });
    const body = { states: ["failed" as const] };
    const again = await client("POST /amplify/campaigns/{id}/retry", { params: { id }, body });
    expect(again.retried).toBe(1);
    await sending.untilCounts(id, ({ sent: all }, { state }) => all === leadCount && state === "finished");
    expect(taken()).toEqual({ ...sent, [refused]: other });
    expect(await said(id)).toEqual(taken());
    expect(await byAccount(id)).toEqual({ [from.id]: [lastOfDay, 0], [elsewhere]: [12, 0] });
    const links = await client("GET /amplify/campaigns/{id}/links", { params: { id } });
    expect(links).toMatchObject([{ url: "https://shop.test/", people: 0 }]);
  },
);

test("a later mail of a sequence that was moved answers the very mail that went before", async () => {
  const id = await moved(await account("threaded"), kinds.threaded as (typeof kinds)[string]);
  const first = new Map(sending.smtp.accepted.map(({ to, messageId }) => [to[0] ?? "", messageId]));
  sending.smtp.accepted.splice(0);
  aheadMs += 61 * minuteMs;
  await sending.untilCounts(id, ({ sent }) => sent === 2 * (leadCount - 1));
  for (const mail of sending.smtp.accepted) {
    const { from, to } = mail;
    expect(from).toBe(other);
    const answers = /^In-Reply-To:\s*<?([^\s>]+)>?/im.exec(textOf(mail))?.[1];
    expect(answers).toBeString();
    expect(answers).toBe(first.get(to[0] ?? "")?.replace(/[<>]/g, ""));
  }
});
