import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { recipientLimits } from "../../../contract/limits/recipients.ts";
import { startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { sentDelivery } from "../../support/smtp/deliveries.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

let smtp: ScriptedSmtp;
let server: TestServer;
let silent: TestServer;
beforeAll(async () => {
  smtp = await startScriptedSmtp();
  const PUBLIC_URL = "https://mail.example.com";
  const AMPLIFY_SYSTEM_SMTP = `smtp://127.0.0.1:${smtp.port}?from=amplify@server.test`;
  server = await startTestServer({ AMPLIFY_SYSTEM_SMTP, PUBLIC_URL });
  silent = await startTestServer({ PUBLIC_URL });
});
afterAll(async () => {
  await Promise.all([server.close(), silent.close()]);
  await smtp.close();
});

let people = 0;

type Sent = Parameters<typeof sentDelivery>[1];

/** Somebody who got a mail from a workspace of its own, and what they can do with it. */
async function recipient(of = server, mail: Pick<Sent, "provider" | "senderName"> = {}) {
  const owner = await of.signUp();
  people += 1;
  const email = `bob${people}@example.com`;
  const delivery = await sentDelivery(of.core, { workspaceId: owner.uid, email, provider: "smtp", ...mail });
  const token = of.core.secrets.sign("unsubscribe", delivery.id);
  const post = async (path: string, form: Record<string, string> = {}) => {
    const answer = await fetch(`${of.url}${path}`, { method: "POST", body: new URLSearchParams(form) });
    return { status: answer.status, text: await answer.text() };
  };
  const { client } = owner;
  return {
    owner,
    delivery,
    email,
    post,
    path: `/u/${token}`,
    leave: () => post(`/u/${token}`, { "List-Unsubscribe": "One-Click" }),
    say: (form: Record<string, string>) => post(`/u/${token}/reason`, form),
    askBack: () => post(`/u/${token}/return`),
    counting: (consent: string) => post(`/u/${token}/counting`, { consent }),
    page: async () => (await fetch(`${of.url}/u/${token}`)).text(),
    lead: async () =>
      (await client("GET /amplify/leads")) as { _id: string; optout: boolean; consent?: string }[],
    known: () => client("GET /amplify/leads/{id}/consent", { params: { id: delivery.leadId } }),
    left: () => client("GET /amplify/campaigns/{id}/optouts", { params: { id: delivery.campaignId } }),
    mails: () => smtp.accepted.filter(({ to }) => to.includes(email)),
  };
}

type Bob = Awaited<ReturnType<typeof recipient>>;

/** The path of the link in the newest mail. */
function linkIn(bob: Bob): string {
  const raw = Buffer.from(bob.mails().at(-1)?.raw ?? "")
    .toString("latin1")
    .replaceAll("=\r\n", "");
  return /https:\/\/mail\.example\.com(\/r\/[\w.~-]+)/.exec(raw)?.[1] ?? "";
}

async function linkBack(bob: Bob): Promise<string> {
  await bob.leave();
  await bob.askBack();
  await until(() => bob.mails().length === 1);
  return linkIn(bob);
}

/** As a person's program or file does it, for the address that the mail went to. */
const optOut = (bob: Bob) =>
  bob.owner.client("POST /amplify/leads/bulk", {
    body: { leads: [{ firstName: "Bob", email: bob.email, optout: true }] },
  });

const isOut = async (bob: Bob) => (await bob.lead())[0]?.optout;

test("the page after one of its forms is there for whoever switches the theme, opens the tab again or adds a slash", async () => {
  const bob = await recipient();
  await bob.leave();
  for (const part of ["reason", "return", "counting", ""]) {
    const switched = await bob.post("/theme", { theme: "dark", back: `${bob.path}/${part}` });
    expect([part, switched.text.includes("You are unsubscribed")]).toEqual([part, true]);
  }
  const link = await fetch(`${server.url}/c/forged/`);
  expect([link.status, await link.text()]).toEqual([404, expect.stringContaining("not known here")]);
});

describe("why somebody left", () => {
  test("is not asked of whom the sender took off the list: there is nothing to say, nor to take back", async () => {
    const bob = await recipient();
    await optOut(bob);
    const page = await bob.page();
    expect(page).toContain("You are unsubscribed");
    expect(page).toContain("Would you like these mails again?");
    for (const asked of ["Why did you leave?", "by mistake", "Send me that mail"])
      expect(page).not.toContain(asked);
    // Nothing is kept of what is sent all the same, so nobody is thanked for it.
    expect((await bob.say({ reason: "other" })).text).not.toContain("Thank you");
    expect((await bob.left()).total).toBe(0);
  });

  test("may be said, with words of their own, and is seen with the campaign and the lead", async () => {
    const bob = await recipient();
    expect((await bob.leave()).text).toContain("Why did you leave?");
    const words = `Weekly is <b>fine</b> ${"x".repeat(600)}`;
    expect((await bob.say({ reason: "too_many", words })).text).toContain("Thank you");
    const left = await bob.left();
    expect(left).toMatchObject({ total: 1, reasons: [{ reason: "too_many", count: 1 }], next: null });
    const [item] = left.items;
    expect(item).toMatchObject({
      email: bob.email,
      leadId: bob.delivery.leadId,
      subject: "Hello",
      returnedAt: null,
    });
    expect(item?.words).toBe(words.slice(0, recipientLimits.wordsMax));
    expect((await bob.known()).optouts).toEqual(left.items);
  });

  test("is not asked again at a later visit of whom has said it, and is once they leave anew", async () => {
    const bob = await recipient();
    await bob.leave();
    expect(await bob.page()).toContain('name="reason"');
    await bob.say({ reason: "too_many" });
    const later = await bob.page();
    expect(later).toContain("Thank you. The sender can read it.");
    expect(later).not.toContain('name="reason"');
    await bob.askBack();
    await until(() => bob.mails().length === 1);
    await bob.post(linkIn(bob));
    await bob.leave();
    expect(await bob.page()).toContain('name="reason"');
  });

  test("need not be said, nor in words that anybody knows, nor by somebody who is still there", async () => {
    const bob = await recipient();
    await bob.say({ reason: "other" });
    expect((await bob.left()).total).toBe(0);
    await bob.leave();
    await bob.leave();
    await bob.say({ reason: "nonsense" });
    expect((await bob.left()).reasons).toEqual([{ reason: null, count: 1 }]);
    await bob.say({ words: " Bored " });
    expect((await bob.left()).items).toMatchObject([{ reason: "other", words: "Bored" }]);
  });

  test("is shown to nobody of another workspace, and is forged by nobody", async () => {
    const [bob, other] = [await recipient(), await recipient()];
    await bob.leave();
    const { client } = other.owner;
    const theirs = client("GET /amplify/campaigns/{id}/optouts", { params: { id: bob.delivery.campaignId } });
    await expect(theirs).rejects.toMatchObject({ code: "not_found" });
    const lead = client("GET /amplify/leads/{id}/consent", { params: { id: bob.delivery.leadId } });
    await expect(lead).rejects.toMatchObject({ code: "not_found" });
    const forged = server.core.secrets.sign("open", bob.delivery.id);
    expect((await bob.post(`/u/${forged}/reason`, { reason: "other" })).status).toBe(404);
    expect((await bob.left()).reasons).toEqual([{ reason: null, count: 1 }]);
  });
});

test("who left is told by campaign, whichever of its mails it was by", async () => {
  const bob = await recipient();
  const workspaceId = bob.owner.uid;
  const { database, secrets } = server.core;
  const later = await sentDelivery(server.core, { workspaceId, email: "eve.later@example.com" });
  const { campaigns } = database.tables;
  // A further mail of a sequence is a part of its own.
  await database.atomically((write) => ({
    part: write
      .update(campaigns)
      .set({ planId: bob.delivery.campaignId })
      .where(and(eq(campaigns.id, later.campaignId), eq(campaigns.workspaceId, workspaceId))),
  }));
  await bob.post(`/u/${secrets.sign("unsubscribe", later.id)}`, { "List-Unsubscribe": "One-Click" });
  expect(await bob.left()).toMatchObject({ total: 1, items: [{ email: "eve.later@example.com" }] });
});

describe("the way back", () => {
  test("is a mail whose link asks once more, and only a press on its button comes back", async () => {
    const bob = await recipient();
    const link = await linkBack(bob);
    const looked = await fetch(`${server.url}${link}%3E.`);
    expect(await looked.text()).toContain("Subscribe again?");
    expect(looked.headers.get("cache-control")).toBe("no-store");
    expect(await isOut(bob)).toBe(true);
    expect((await bob.post(link)).text).toContain("You are subscribed again");
    expect(await isOut(bob)).toBe(false);
    expect(await bob.page()).toContain("Unsubscribe?");
    expect((await bob.known()).optouts).toMatchObject([{ returnedAt: expect.any(Number) }]);
  });

  test("of somebody who left again does not open by the link of the time before", async () => {
    const bob = await recipient();
    const link = await linkBack(bob);
    await bob.post(link);
    await bob.leave();
    const pressed = await bob.post(link);
    expect(pressed.text).toContain("You stay unsubscribed");
    expect(pressed.text).not.toContain("The sender has taken you off");
    expect(await isOut(bob)).toBe(true);
    expect(await (await fetch(`${server.url}${link}`)).text()).toContain("You stay unsubscribed");
    expect((await bob.left()).total).toBe(2);
  });

  test("closes after a day, and to whoever changes a letter of it", async () => {
    const bob = await recipient();
    const link = await linkBack(bob);
    const { secrets, clock } = server.core;
    const [id = ""] = (secrets.verify("return", link.slice("/r/".length)) ?? "").split("~");
    const old = secrets.sign("return", `${id}~${clock.now() - recipientLimits.returnLinkMs - 1}`);
    const other = secrets.sign("unsubscribe", `${id}~${clock.now()}`);
    for (const dead of [`/r/${old}`, `/r/${other}`, `${link}x`]) {
      const answer = await bob.post(dead);
      expect([answer.status, answer.text.includes("This link does not work any more")]).toEqual([404, true]);
    }
    expect(await isOut(bob)).toBe(true);
  });
});

describe("the way back of whoever left", () => {
  test("undoes no opt-out that the owner made, before or after, and says so", async () => {
    for (const when of ["before", "after"] as const) {
      const bob = await recipient();
      if (when === "before") await optOut(bob);
      const link = await linkBack(bob);
      if (when === "after") await optOut(bob);
      expect((await bob.post(link)).text).toContain("The sender has taken you off the list too");
      // And to whoever looks once more.
      const again = await (await fetch(`${server.url}${link}`)).text();
      expect(again).toContain("The sender has taken you off the list too");
      expect([when, await isOut(bob)]).toEqual([when, true]);
      expect((await bob.known()).ownerOptoutAt).toBeGreaterThan(0);
      // What is left is the owner's own, and theirs to lift.
      const body = { firstName: "Bob", lastName: "Lee", email: bob.email, optout: false };
      await bob.owner.client("PUT /amplify/leads/{id}", { params: { id: bob.delivery.leadId }, body });
      expect([when, await isOut(bob)]).toEqual([when, false]);
    }
  });

  test("is mailed once an hour, however often it is asked for", async () => {
    const bob = await recipient();
    await linkBack(bob);
    for (let time = 0; time < 3; time += 1) expect((await bob.askBack()).text).toContain("is on its way");
    const other = await recipient();
    await linkBack(other);
    expect(bob.mails()).toHaveLength(1);
  });

  test("is no mail to strangers in the sender's words: it names the address, and not the name before it", async () => {
    const bob = await recipient(server, { senderName: "You won, see https://evil.example" });
    expect((await bob.leave()).text).toContain("You won, see https://evil.example");
    await bob.askBack();
    await until(() => bob.mails().length === 1);
    const raw = Buffer.from(bob.mails()[0]?.raw ?? "")
      .toString("latin1")
      .replaceAll("=\r\n", "");
    expect(raw).toContain("asked to get mails from ada@example.com at this address again");
    expect(raw).not.toContain("evil");
  });

  test("is no mail where the mail that was left went to the sandbox: it reached nobody but its sender", async () => {
    const bob = await recipient(server, { provider: "sandbox" });
    expect((await bob.leave()).text).not.toContain("Send me that mail");
    await bob.askBack();
    const real = await recipient();
    await linkBack(real);
    expect(bob.mails()).toHaveLength(0);
  });

  test("is to write to the sender, where the installation has no mail of its own", async () => {
    const bob = await recipient(silent);
    const { text } = await bob.leave();
    expect(text).toContain('write to <a href="mailto:ada@example.com">Ada &lt;ada@example.com&gt;</a>.');
    expect(text).not.toContain("Send me that mail");
    await bob.askBack();
    expect(await isOut(bob)).toBe(true);
  });
});

test("whoever goes on getting mails may have nobody count them, which only they can take back", async () => {
  const bob = await recipient();
  expect(await bob.page()).toContain("Do not count me");
  expect((await bob.counting("denied")).text).toContain("Nothing is kept of what you open and follow.");
  expect(await bob.known()).toMatchObject({ consent: "denied", how: "by_recipient", by: null });
  const granting = bob.owner.client("PUT /amplify/leads/{id}", {
    params: { id: bob.delivery.leadId },
    body: { firstName: "Bob", lastName: "Lee", email: bob.email, consent: "granted" },
  });
  await expect(granting).rejects.toMatchObject({ code: "conflict" });
  expect((await bob.counting("granted")).text).toContain("The sender may see");
  expect(await bob.known()).toMatchObject({ consent: "granted", how: "by_recipient" });
});
