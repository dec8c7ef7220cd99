import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import PostalMime from "postal-mime";
import { createCredentialStore, type NewCredential } from "../../../db/stores/accounts/credentials.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";

let smtp: ScriptedSmtp;
let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  smtp = await startScriptedSmtp();
  server = await startTestServer({ AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${smtp.port}` });
});
beforeEach(async () => {
  person = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const google = {
  provider: "google",
  appEmail: "ada@sender.test",
  appPassword: "abcdabcdabcdabcd",
  alias: "Ada <ada@sender.test>",
};
const named = () => ({ ...google, provider: "smtp", host: "127.0.0.1", port: smtp.port, security: "none" });

type Answer = { status: number; _id: string; message?: string; alias?: string; sender?: string };

async function call(method: "POST" | "PUT", path: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${server.url}/amplify/auth/credentials${path}`, {
    method,
    headers: { "content-type": "application/json", authorization: person.token },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer, "status">) };
}
const add = (body: unknown) => call("POST", "", body);

/** What the person's own mailbox gets: the From of a test mail, as bytes and as a mail program reads it. */
async function fromOf(account: { appEmail?: string } = {}) {
  const before = smtp.accepted.length;
  const body = { html: "<p>Hi</p>", from: account.appEmail ?? google.appEmail };
  await person.client("POST /email/send/test", { body });
  const mail = smtp.accepted[before];
  const source = Buffer.from(mail?.raw ?? []).toString("latin1");
  const { from } = await PostalMime.parse(source);
  const header = /^From: (?:.|\r\n[ \t])*/m.exec(source)?.[0].replaceAll(/\r\n[ \t]/g, " ");
  return { header, name: from?.name, address: from?.address, envelope: mail?.from };
}

/** What it is, the account, and the answer. */
const refused: [string, () => object, string][] = [
  [
    "somebody else's at Google",
    () => ({ ...google, alias: "Ada <ceo@bank.test>" }),
    "The alias may only name the account's own address: Ada <ada@sender.test>",
  ],
  [
    "a neighbour's at Google, whose domain is everybody's",
    () => ({ ...google, alias: "Ada <eve@sender.test>" }),
    "The alias may only name the account's own address: Ada <ada@sender.test>",
  ],
  [
    "of another domain at a server of one's own",
    () => ({ ...named(), alias: "Ada <ceo@bank.test>" }),
    "The alias may only name an address of the account's own domain: Ada <ada@sender.test>",
  ],
  [
    "of a domain that ends alike",
    () => ({ ...named(), alias: "Ada <ada@evil-sender.test>" }),
    "The alias may only name an address of the account's own domain: Ada <ada@sender.test>",
  ],
  [
    "of the domain of a user name that signs in nowhere",
    () => ({ ...named(), appPassword: "", user: "ceo@bank.test", alias: "Ada <ceo@bank.test>" }),
    "The alias may only name an address of the account's own domain: Ada <ada@sender.test>",
  ],
];

describe("the address of an alias", () => {
  for (const [what, body, message] of refused)
    test(`is refused when it is ${what}`, async () => {
      expect(await add(body())).toMatchObject({ status: 400, message });
      expect(await person.client("GET /amplify/auth/credentials")).toEqual([]);
    });

  test("is the account's own in any letters, and mails come from the account's own", async () => {
    expect(await add({ ...google, alias: "Ada <ADA@Sender.test>" })).toMatchObject({ status: 201 });
    expect(await fromOf()).toMatchObject({ name: "Ada", address: "ada@sender.test" });
  });

  test("is the account's own in any spelling of its domain", async () => {
    const appEmail = "ada@münchen.test";
    expect(await add({ ...google, appEmail, alias: "Ada <ada@xn--mnchen-3ya.test>" })).toMatchObject({
      status: 201,
    });
    expect(await fromOf({ appEmail })).toMatchObject({ name: "Ada", address: "ada@xn--mnchen-3ya.test" });
  });

  test("may be another one of its domain at a server of one's own, and is then what a mail program shows", async () => {
    const added = await add({ ...named(), alias: "News <news@sender.test>" });
    expect(added).toMatchObject({ status: 201, sender: "News <news@sender.test>" });
    expect(await fromOf()).toEqual({
      header: "From: News <news@sender.test>",
      name: "News",
      address: "news@sender.test",
      // What comes back goes to the mailbox that signed in.
      envelope: "ada@sender.test",
    });
  });

  test("may be of the domain of the user name that signed in", async () => {
    const body = { ...named(), user: "login@company.test", alias: "News <news@company.test>" };
    expect(await add(body)).toMatchObject({ status: 201, sender: "News <news@company.test>" });
    expect((await fromOf()).address).toBe("news@company.test");
  });

  test("goes with the account's e-mail when that changes and the alias is left empty", async () => {
    const { _id } = await add(named());
    const body = { ...named(), appEmail: "countess@sender.test", alias: "" };
    expect(await call("PUT", `/${_id}`, body)).toMatchObject({
      status: 200,
      alias: "Ada <countess@sender.test>",
    });
  });

  test("is held against the account's new e-mail too", async () => {
    const { _id } = await add({ ...named(), alias: "News <news@sender.test>" });
    const body = { ...named(), appEmail: "ada@elsewhere.test", alias: "" };
    expect((await call("PUT", `/${_id}`, body)).message).toBe(
      "The alias may only name an address of the account's own domain: News <ada@elsewhere.test>",
    );
  });
});

const hostileNames: [string, string, string][] = [
  ["a right-to-left override", "Ada\u202Etset", "invisible characters"],
  ["an isolate", "Ada\u2066tset", "invisible characters"],
  ["a zero-width space", "Pay\u200Bpal", "invisible characters"],
  ["a joiner that joins nothing", "Pay\u200Dpal", "invisible characters"],
  ["a joiner at its end", "نرم\u200C", "invisible characters"],
  ["a soft hyphen", "Pay\u00ADpal", "invisible characters"],
  ["a filler that shows nothing", "Pay\u3164pal", "invisible characters"],
  ["a tag character", "Ada\u{E0041}", "invisible characters"],
  ["an encoded word", "=?utf-8?q?Bank?=", "“=?”"],
  ["an at sign", "ceo@bank.test", "“@”"],
  ["an at sign in full width", "ceo＠bank.test", "“@”"],
  ["a small at sign", "ceo﹫bank.test", "“@”"],
];

describe("the name of a sender", () => {
  for (const [what, name, word] of hostileNames)
    test(`with ${what} is refused with a word for it, in the alias and beside it`, async () => {
      const inAlias = await add({ ...google, alias: `${name} <ada@sender.test>` });
      expect(inAlias.status).toBe(400);
      expect(inAlias.message).toContain(word);
      const shown = await add({ ...google, displayName: `Ada ${name}` });
      expect(shown.status).toBe(400);
      expect(shown.message).toContain(word);
      expect(await person.client("GET /amplify/auth/credentials")).toEqual([]);
    });

  test("in any script and with marks of its own is kept", async () => {
    const simple = ["Zoë", "Łukasz", "أحمد", "山田太郎", "O'Neill", "Jean-Luc", "Shop❤️"];
    const joined = ["نرم\u200Cافزار", "क्\u200Dष", "👩🏽\u200D💻Ada", "❤️\u200D🔥"];
    for (const [n, name] of [...simple, ...joined].entries())
      expect(
        await add({ ...google, appEmail: `a${n}@sender.test`, alias: `${name} <a${n}@sender.test>` }),
      ).toMatchObject({ status: 201, sender: `${name} <a${n}@sender.test>` });
  });

  const shownNames: [string, string][] = [
    ["Ada Lovelace", "From: Ada Lovelace <ada@sender.test>"],
    ["Lovelace, Ada; Co.", 'From: "Lovelace, Ada; Co." <ada@sender.test>'],
    ["Zoë Müller", "From: =?UTF-8?Q?Zo=C3=AB_M=C3=BCller?= <ada@sender.test>"],
  ];
  for (const [displayName, header] of shownNames)
    test(`of several words is what a mail program shows: ${displayName}`, async () => {
      const added = await add({ ...google, displayName: ` ${displayName.replace(" ", "  ")} ` });
      expect(added).toMatchObject({ status: 201, displayName, alias: google.alias });
      expect(added.sender).toBe(`${displayName} <ada@sender.test>`);
      expect(await fromOf()).toEqual({
        header,
        name: displayName,
        address: "ada@sender.test",
        envelope: "ada@sender.test",
      });
    });

  test("of several words stays where a change does not name it, and goes where it is emptied", async () => {
    const { _id } = await add({ ...google, displayName: "Ada Lovelace" });
    const change = { ...google, appPassword: "", alias: "" };
    expect(await call("PUT", `/${_id}`, change)).toMatchObject({ displayName: "Ada Lovelace" });
    expect(await call("PUT", `/${_id}`, { ...change, displayName: "" })).toMatchObject({ displayName: null });
    expect((await fromOf()).header).toBe("From: Ada <ada@sender.test>");
  });

  test("is frozen in a campaign with its address, and named where recipients unsubscribe", async () => {
    await add({ ...named(), alias: "News <news@sender.test>", displayName: "The Analytical Engine" });
    await person.client("POST /amplify/leads", {
      body: { firstName: "Ann", lastName: "Lee", email: "ann@in.test", phone: "" },
    });
    const before = smtp.accepted.length;
    const { campaignId } = await person.client("POST /email/send", {
      body: {
        subject: "Hi",
        html: "<p>Hi</p>",
        from: "News <news@sender.test>;ada@sender.test",
        type: "manual",
        collection: "all",
      },
    });
    await smtp.until(() => smtp.accepted.length > before);
    const source = Buffer.from(smtp.accepted[before]?.raw ?? []).toString("latin1");
    expect(source).toContain("\r\nFrom: The Analytical Engine <news@sender.test>\r\n".slice(2));
    const campaign = await person.client("GET /amplify/campaigns/{id}", { params: { id: campaignId } });
    expect(campaign.from).toBe("The Analytical Engine <news@sender.test>");
    const wayOut = /^List-Unsubscribe: <[^>]*(\/u\/[^>]+)>/m.exec(source)?.[1] ?? "";
    const page = await (await fetch(server.url + wayOut)).text();
    expect(page).toContain("The Analytical Engine &lt;news@sender.test&gt;");
  });
});

describe("an alias from before that names what it may not", () => {
  /** As earlier versions kept it. */
  async function kept(alias: string): Promise<string> {
    const { _id } = await add(google);
    const store = createCredentialStore(server.core.database);
    await store.change({ workspaceId: person.uid, id: _id }, { alias } satisfies Partial<NewCredential>);
    return _id;
  }

  test("sends from the account's own address, as it always did, and the card says so", async () => {
    await kept("Boss <ceo@bank.test>");
    expect(await person.client("GET /amplify/auth/credentials")).toMatchObject([
      { alias: "Boss <ceo@bank.test>", sender: "Boss <ada@sender.test>" },
    ]);
    expect((await fromOf()).header).toBe("From: Boss <ada@sender.test>");
  });

  test("sends without a name that would deceive", async () => {
    await kept("Ada\u202Etset <ada@sender.test>");
    expect((await fromOf()).header).toBe("From: ada@sender.test");
  });

  test("can be worked with, and is refused only when it is what changes", async () => {
    const id = await kept("Boss <ceo@bank.test>");
    const change = { ...google, appPassword: "", alias: "Boss <ceo@bank.test>", perDay: 7 };
    expect(await call("PUT", `/${id}`, change)).toMatchObject({ status: 200, perDay: 7 });
    expect(await call("PUT", `/${id}`, { ...change, alias: "Chef <ceo@bank.test>" })).toMatchObject({
      status: 400,
    });
    expect(await call("PUT", `/${id}`, { ...change, alias: google.alias })).toMatchObject({
      status: 200,
      sender: "Ada <ada@sender.test>",
    });
  });
});
