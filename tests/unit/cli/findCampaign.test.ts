import { expect, test } from "bun:test";
import { findCampaign } from "../../../cli/find/findCampaign.ts";
import type { Client } from "../../../contract/client.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { textsIn } from "../../../contract/texts/language.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";

type Known = { _id: string; name: string; subject: string };
const known = (end: string, name: string, subject = ""): Known => ({
  _id: `01a2173a-0000-7000-8000-0000${end}`,
  name,
  subject,
});

/** A server with these campaigns, and these in its archive. */
function serverWith(listed: readonly Known[], archived: readonly Known[] = []): Client {
  const answer = async (_: string, { query }: { query?: { archived?: string } } = {}) =>
    query?.archived === "true" ? archived : listed;
  return answer as unknown as Client;
}

const found = (client: Client, text: string): Promise<Campaign | string> =>
  findCampaign(client, text, textsIn("en")(outputTexts), { any: true }).catch(({ message }) => message);
const spring = known("aaaaaaaa", "Spring news");
const autumn = known("bbbbbbbb", "", "Autumn, {{firstName|friend}}");

test("a beginning of a name means the one campaign that has it, also where its subject is all it is called by", async () => {
  const client = serverWith([spring, autumn], [known("cccccccc", "Winter")]);
  expect(await found(client, "spr")).toMatchObject(spring);
  expect(await found(client, "AUTUMN, fr")).toMatchObject(autumn);
  expect(await found(client, "aaaaaaaa")).toMatchObject(spring);
  expect(await found(client, "wint")).toMatchObject({ name: "Winter" });
  expect(await found(client, "pring")).toStartWith('There is no campaign "pring". There is: ');
});

test("of several that begin alike each is told with its identifier, and a whole name means its own", async () => {
  const other = known("dddddddd", "Spring in autumn");
  expect(await found(serverWith([spring, other]), "Spring")).toBe(
    '"Spring" means 2 campaigns; use the identifier of one of them: aaaaaaaa (Spring news), dddddddd (Spring in autumn).',
  );
  const own = known("eeeeeeee", "spring");
  expect(await found(serverWith([spring, other, own]), "Spring")).toMatchObject(own);
  expect(await found(serverWith([spring, other], [own]), "Spring")).toMatchObject(own);
});

test("of sequences alone the last and the named are sequences, whatever campaign is newer or called so", async () => {
  const wanted = { any: true, kind: "sequence" } as const;
  const foundSequence = (client: Client, text: string): Promise<Campaign | string> =>
    findCampaign(client, text, textsIn("en")(outputTexts), wanted).catch(({ message }) => message);
  const welcome = { ...known("dddddddd", "Spring welcome"), kind: "sequence" };
  const client = serverWith([spring, welcome, autumn], [known("cccccccc", "Winter")]);
  expect(await foundSequence(client, "last")).toMatchObject(welcome);
  expect(await foundSequence(client, "spring")).toMatchObject(welcome);
  expect(await foundSequence(client, "Winter")).toBe(
    'There is no sequence "Winter". There is: Spring welcome.',
  );
  expect(await foundSequence(serverWith([spring]), "last")).toBe(
    'There is no sequence "last". See: amplify sequences',
  );
});

test("nothing said means none, not even a draft without a name", async () => {
  expect(await found(serverWith([known("ffffffff", "")]), "")).toStartWith('There is no campaign ""');
  expect(await found(serverWith([known("ffffffff", ""), spring]), " ")).toStartWith(
    'There is no campaign " "',
  );
});
