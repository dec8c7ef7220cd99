import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { accountSecretPlace } from "../../../server/secrets/accountSecret.ts";
import { type MicrosoftServer, startMicrosoftServer } from "../../support/microsoft/microsoftServer.ts";
import type { TestPerson } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

const email = "ada@contoso.example";
let site: MicrosoftServer;
beforeAll(async () => {
  site = await startMicrosoftServer();
});
afterEach(() => {
  site.microsoft.script.graph = () => null;
  site.microsoft.mails.length = 0;
});
afterAll(() => site.close());

/** Somebody with a connected Microsoft account and this many leads. */
async function someone(leadCount: number): Promise<TestPerson> {
  const made = await site.server.signUp();
  await site.connect(made, { email });
  const leads = Array.from({ length: leadCount }, (_, index) => ({
    firstName: `First${index}`,
    lastName: "Last",
    email: `lead${index}@in.test`,
  }));
  await made.client("POST /amplify/leads/bulk", { body: { leads } });
  return made;
}

async function sendToAll({ client }: TestPerson): Promise<string> {
  const { campaignId } = await client("POST /email/send", {
    body: {
      subject: "Hello {{firstName}}",
      html: "<p>Grüße, {{firstName}}</p>",
      from: email,
      type: "mscope",
      collection: "all",
    },
  });
  return campaignId;
}

async function untilCampaign(
  { client }: TestPerson,
  id: string,
  fits: (campaign: Campaign) => boolean,
): Promise<Campaign> {
  let seen = await client("GET /amplify/campaigns/{id}", { params: { id } });
  await until(async () => {
    seen = await client("GET /amplify/campaigns/{id}", { params: { id } });
    return fits(seen);
  });
  return seen;
}

const account = async (of: TestPerson) => (await site.accounts(of))[0];
const takenBy = () => site.microsoft.mails.flatMap(({ recipients }) => recipients).toSorted();

async function storedToken(of: TestPerson): Promise<string> {
  const { database, secrets } = site.server.core;
  const rows = await database.read.select().from(database.tables.credentials);
  const row = rows.find(({ id }) => id === idOf.get(of));
  if (row?.secret == null) throw new Error("no account");
  return secrets.open(row.secret, accountSecretPlace(row));
}
const idOf = new Map<TestPerson, string>();

test("a campaign through Graph reaches each lead alone, and the permission that came with it is kept", async () => {
  const who = await someone(3);
  idOf.set(who, (await account(who))?._id ?? "");
  const first = await storedToken(who);
  const id = await sendToAll(who);
  await untilCampaign(who, id, ({ state }) => state === "finished");
  expect(takenBy()).toEqual(["lead0@in.test", "lead1@in.test", "lead2@in.test"]);
  for (const { recipients, email: mail, source, sender } of site.microsoft.mails) {
    const index = recipients[0]?.match(/\d/)?.[0];
    expect({ sender, subject: mail.subject, from: mail.from }).toMatchObject({
      sender: email,
      subject: `Hello First${index}`,
      from: { name: "Ada", address: email },
    });
    expect(mail.html).toContain(`Grüße, First${index}`);
    expect(source.match(/lead\d@in\.test/g)?.every((address) => recipients.includes(address))).toBe(true);
  }
  const { items } = await who.client("GET /amplify/campaigns/{id}/deliveries", { params: { id } });
  expect(new Set(items.map(({ reason }) => reason))).toEqual(new Set(["Microsoft accepted it"]));

  // The first refresh token ends after three months; what took its place goes on.
  expect(await storedToken(who)).not.toBe(first);
  site.microsoft.endRefresh(first);
  expect(
    await who.client("POST /amplify/auth/credentials/{id}/test", { params: { id: idOf.get(who) ?? "" } }),
  ).toEqual({ message: `Outlook accepts the sign-in of ${email}. Nothing was sent.` });
});

test("a permission revoked in the middle of a campaign pauses it, keeps its mails, and nobody gets two", async () => {
  const who = await someone(6);
  site.microsoft.script.graph = (_, count) => {
    // What is refused here was not taken: the tokens are gone with the permission.
    if (count === 2) site.microsoft.withdraw(email);
    return count === 2 ? { status: 401, code: "InvalidAuthenticationToken" } : null;
  };
  const id = await sendToAll(who);
  const paused = await untilCampaign(who, id, ({ state }) => state === "paused");
  expect(paused.counts).toMatchObject({ sent: 2, failed: 0, uncertain: 0 });
  expect(takenBy()).toHaveLength(2);
  const stopped = await account(who);
  expect(stopped).toMatchObject({ state: "paused", pausedUntil: null });
  expect(stopped?.pausedReason).toBe(
    `Microsoft no longer lets Amplify send from ${email}: the permission was withdrawn or has expired. Reconnect the account.`,
  );
  site.microsoft.script.graph = () => null;
  // Another person's account is not the way on.
  expect((await site.connect(who, { email: "bob@contoso.example" }, stopped?._id)).status).toBe(409);
  expect(await account(who)).toMatchObject({ state: "paused" });
  expect((await site.connect(who, { email }, stopped?._id)).status).toBe(200);
  const finished = await untilCampaign(who, id, ({ state }) => state === "finished");
  expect(finished.counts.sent).toBe(6);
  expect(await account(who)).toMatchObject({ _id: stopped?._id, state: "working", pausedReason: null });
  expect(takenBy()).toEqual([0, 1, 2, 3, 4, 5].map((index) => `lead${index}@in.test`));
});

test("what is left of a campaign goes from the new address of an account that was renamed meanwhile", async () => {
  const who = await someone(6);
  site.microsoft.script.graph = (_, count) => {
    if (count === 2) site.microsoft.withdraw(email);
    return count === 2 ? { status: 401, code: "InvalidAuthenticationToken" } : null;
  };
  const id = await sendToAll(who);
  await untilCampaign(who, id, ({ state }) => state === "paused");
  site.microsoft.script.graph = () => null;
  const [ada] = site.microsoft.people;
  if (ada === undefined) throw new Error("nobody is there");
  const renamed = "countess@contoso.example";
  ada.email = renamed;
  try {
    await site.connect(who, { email: renamed }, (await account(who))?._id);
    const finished = await untilCampaign(who, id, ({ state }) => state === "finished");
    expect(finished).toMatchObject({ from: `Ada <${renamed}>`, counts: { sent: 6 } });
  } finally {
    ada.email = email;
  }
  const senders = site.microsoft.mails.map((mail) => mail.email.from?.address);
  expect(senders).toEqual([email, email, ...Array<string>(4).fill(renamed)]);
});

test("a recipient that Microsoft refuses fails alone, and one that nobody can know of is sent no second time", async () => {
  const who = await someone(4);
  site.microsoft.script.graph = ({ recipients: [to] }) => {
    if (to === "lead1@in.test") return { status: 400, code: "ErrorInvalidRecipients", message: "Not valid" };
    return to === "lead2@in.test" ? "cut" : null;
  };
  const id = await sendToAll(who);
  const { counts } = await untilCampaign(who, id, ({ state }) => state === "finished");
  expect(counts).toMatchObject({ sent: 2, failed: 1, uncertain: 1 });
  expect(takenBy()).toEqual(["lead0@in.test", "lead2@in.test", "lead3@in.test"]);
});

test("a throttled account rests as long as Microsoft says", async () => {
  const who = await someone(2);
  site.microsoft.script.graph = () => ({ status: 429, headers: { "retry-after": "3600" } });
  await sendToAll(who);
  await until(async () => (await account(who))?.state === "paused");
  const { pausedUntil } = (await account(who)) ?? {};
  expect(Math.abs((pausedUntil ?? 0) - site.server.core.clock.now() - 3_600_000)).toBeLessThan(60_000);
});
