import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import PostalMime from "postal-mime";
import type { Consent, TrackChoice } from "../../../contract/leads/consent.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { drafted, started } from "../../support/campaigns/drafted.ts";
import { sentDelivery, storedDelivery } from "../../support/smtp/deliveries.ts";
import { type SendingServer, sender, startSendingServer } from "../../support/smtp/sendingServer.ts";

let world: SendingServer;
beforeAll(async () => {
  world = await startSendingServer();
});
afterAll(() => world.close());

const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36" };
const people = ["granted", "unknown", "denied"] as const;
let sends = 0;

/** Sends one campaign to somebody of each consent; answers who of them got the picture, and who links that count. */
async function countedOf(
  track: TrackChoice,
  { isComposed = false, ...more }: { trackOpens?: boolean; isComposed?: boolean } = {},
) {
  const { client } = world.person;
  const chosen = await client("PUT /amplify/account/tracking", {
    body: { opens: true, clicks: true, track },
  });
  expect(chosen.track).toBe(track);
  sends += 1;
  const addresses = people.map((consent) => `${consent}${sends}@in.test`);
  for (const [index, consent] of people.entries())
    await client("POST /amplify/leads", {
      body: { firstName: "Ann", lastName: "Lee", email: addresses[index] ?? "", consent },
    });
  const html = `<p>Hi {{firstName}} <a href="https://shop.test/a">a</a></p>`;
  const sent = async () => {
    const body = { subject: `Mail ${sends}`, html, from: sender, leads: addresses, ...more };
    return (await client("POST /email/send", { body })).campaignId;
  };
  const campaignId = await (isComposed ? composed(html, addresses) : sent());
  await world.untilCounts(campaignId, ({ sent }) => sent === people.length);
  const seen = { pictures: [] as string[], links: [] as string[], plain: [] as string[] };
  for (const [index, consent] of people.entries()) {
    const accepted = world.smtp.accepted.find(({ to }) => to.includes(addresses[index] ?? ""));
    const text = (await PostalMime.parse(accepted?.raw ?? "")).html ?? "";
    if (text.includes(`${world.server.url}/o/`)) seen.pictures.push(consent);
    if (text.includes(`${world.server.url}/c/`)) seen.links.push(consent);
    if (text.includes('href="https://shop.test/a"')) seen.plain.push(consent);
    expect(text).toContain("Hi Ann");
    expect(text).toContain(`${world.server.url}/u/`);
  }
  return seen;
}

/** The same as a campaign that is composed. */
async function composed(html: string, addresses: readonly string[]): Promise<string> {
  const leads = (await world.person.client("GET /amplify/leads")) as Lead[];
  const picked = leads.filter(({ email }) => addresses.includes(email)).map(({ _id }) => _id);
  const plan = await drafted(world, { audience: { leads: picked } }, { html });
  await started(world, plan);
  return plan._id;
}

describe("whom mails count", () => {
  test("is everybody who has not denied it, where nothing else is chosen", async () => {
    expect(await countedOf("always")).toEqual({
      pictures: ["granted", "unknown"],
      links: ["granted", "unknown"],
      plain: ["denied"],
    });
  });

  test("is only who agreed, where that is asked for: everybody else's links are as they were written", async () => {
    expect(await countedOf("granted")).toEqual({
      pictures: ["granted"],
      links: ["granted"],
      plain: ["unknown", "denied"],
    });
  });

  test("is only who agreed in a campaign that is composed, too", async () => {
    expect(await countedOf("granted", { isComposed: true })).toEqual({
      pictures: ["granted"],
      links: ["granted"],
      plain: ["unknown", "denied"],
    });
  });

  test("is nobody where nobody is to be, whatever a send says", async () => {
    const seen = await countedOf("never", { trackOpens: true });
    expect(seen).toEqual({ pictures: [], links: [], plain: [...people] });
  });

  test("is left as it was by a choice that does not speak of it", async () => {
    const { client } = world.person;
    await client("PUT /amplify/account/tracking", { body: { opens: true, clicks: true, track: "granted" } });
    await client("PUT /amplify/account/tracking", { body: { opens: false, clicks: true } });
    expect(await client("GET /amplify/account/tracking")).toMatchObject({ opens: false, track: "granted" });
    await client("PUT /amplify/account/tracking", { body: { track: "always" } });
    expect(await client("GET /amplify/account/tracking")).toMatchObject({ opens: false, clicks: true });
  });
});

for (const [track, before, after] of [
  ["always", "unknown", "denied"],
  ["granted", "granted", "unknown"],
] as const)
  test(`what a lead does is not kept once it is ${after}, where mails count ${track}, and its links lead on`, async () => {
    await leavesNoTrace({ track, before, after });
  });

async function leavesNoTrace(of: { track: TrackChoice; before: Consent; after: Consent }): Promise<void> {
  const { core, url } = world.server;
  const { client, uid: workspaceId } = world.person;
  const lead = { firstName: "Ann", lastName: "Lee", email: `later.${of.track}@in.test` };
  const { _id } = await client("POST /amplify/leads", { body: { ...lead, consent: of.before } });
  await client("PUT /amplify/account/tracking", { body: { opens: true, clicks: true, track: of.track } });
  const html = `<p><a href="https://shop.test/later">a</a></p>`;
  const { campaignId } = await client("POST /email/send", {
    body: { subject: "Later", html, from: sender, leads: [lead.email] },
  });
  await world.untilCounts(campaignId, ({ sent }) => sent === 1);
  const accepted = world.smtp.accepted.find(({ to }) => to.includes(lead.email));
  const text = (await PostalMime.parse(accepted?.raw ?? "")).html ?? "";
  const [link = "", picture = ""] = ["c", "o"].map(
    (kind) => new RegExp(`${url}/${kind}/[^"]*`).exec(text)?.[0],
  );
  await client("PUT /amplify/leads/{id}", { params: { id: _id }, body: { ...lead, consent: of.after } });
  const followed = await fetch(link, { redirect: "manual", headers: browser });
  expect(followed.headers.get("location")).toBe("https://shop.test/later");
  expect((await fetch(picture, { headers: browser })).headers.get("content-type")).toBe("image/gif");
  const [mail] = await client("GET /amplify/leads/{id}/history", { params: { id: _id } });
  expect(mail).toMatchObject({ openedAt: null, clickedAt: null, links: [] });
  const links = await client("GET /amplify/campaigns/{id}/links", { params: { id: campaignId } });
  expect(links).toMatchObject([{ people: 0, clicks: 0, machineClicks: 0 }]);
  // One who has not denied it is counted by the very same request.
  const other = await sentDelivery(core, { workspaceId, email: `other.${of.track}@in.test` });
  await fetch(`${url}/o/${core.secrets.sign("open", other.id)}`, { headers: browser });
  expect((await storedDelivery(core.database, other.id))?.openedAt).toBeGreaterThan(0);
}
