import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import PostalMime from "postal-mime";
import { exact } from "../../../contract/texts/en/exact.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { type SendingServer, sender, startSendingServer } from "../../support/smtp/sendingServer.ts";

let all: SendingServer;
let stranger: TestPerson;
beforeAll(async () => {
  all = await startSendingServer();
  await all.addLeads(3);
  stranger = await all.server.signUp();
});
afterAll(() => all.close());

const letter = { subject: "Hi", html: "<p>Hi</p>", from: sender, leads: ["lead0@in.test"] };

async function post(path: string, body: unknown, { token }: TestPerson = all.person) {
  const response = await fetch(`${all.server.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: token },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as { message: string } };
}

/** Somebody on a server whose one account is the sandbox. */
async function withSandbox(server: TestServer): Promise<TestPerson> {
  const person = await server.signUp();
  await person.client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: "a@b.test", alias: "A <a@b.test>" },
  });
  return person;
}

describe("a send is refused", () => {
  for (const field of ["subject", "html", "from"] as const)
    for (const broken of [undefined, "", "   "])
      test(`without a ${field} (${JSON.stringify(broken)}), with the sentence for it`, async () => {
        const { status, json } = await post("/email/send", { ...letter, [field]: broken });
        expect({ status, message: json.message }).toEqual({ status: 400, message: exact.fillAllFields });
      });

  const hostile: [string, Record<string, unknown>, number][] = [
    ["html that names a file", { html: { path: "/etc/hostname" } }, 400],
    ["html that names an address", { html: { href: "http://127.0.0.1/" } }, 400],
    ["a subject with a line break", { subject: "Hi\r\nBcc: victim@in.test" }, 400],
    ["an alias that is not the stored one", { from: `Boss <boss@bank.test>;${sender}` }, 400],
    ["an account that is not connected", { from: "somebody@else.test" }, 400],
    ["the other type of account", { type: "gscope" }, 400],
    ["an address that is not a lead", { leads: ["lead0@in.test", "nobody@in.test"] }, 404],
    ["two addresses in one", { leads: ["lead0@in.test,victim@in.test"] }, 404],
    ["leads that are no list", { leads: { $ne: 1 } }, 400],
    ["a lead that is a number", { leads: [7] }, 400],
    ["no leads at all", { leads: [] }, 400],
    ["no leads beside everybody", { leads: [], collection: "all" }, 400],
    ["a collection that does not exist", { leads: undefined, collection: "nowhere" }, 404],
  ];
  for (const [what, change, expected] of hostile)
    test(`with ${what}, and nothing goes over the wire`, async () => {
      const before = all.smtp.acceptedCount();
      const { status, json } = await post("/email/send", { ...letter, ...change });
      expect(status).toBe(expected);
      expect(json.message.length).toBeGreaterThan(5);
      expect(await all.person.client("GET /amplify/campaigns")).toEqual([]);
      expect(all.smtp.acceptedCount()).toBe(before);
    });

  test("with a line break in its subject, which is what the refusal says", async () => {
    const { json } = await post("/email/send", { ...letter, subject: "Hi\r\nBcc: victim@in.test" });
    expect(json.message).toStartWith("A line break, or another control character");
  });

  test("for somebody else's leads, whether by id or with their account", async () => {
    const leads = await all.person.client("GET /amplify/leads");
    const ids = Array.isArray(leads) ? leads.map((lead) => lead._id) : [];
    expect((await post("/email/send", { ...letter, leads: ids }, stranger)).json.message).toBe(
      exact.noCredentials,
    );
    const own = "stranger@sender.test";
    await stranger.client("POST /amplify/auth/credentials", {
      body: { provider: "sandbox", appEmail: own, alias: `S <${own}>` },
    });
    expect((await post("/email/send", { ...letter, from: own, leads: ids }, stranger)).status).toBe(404);
    expect((await post("/email/send", { ...letter, leads: ids }, stranger)).status).toBe(400);
  });
});

describe("what a caller claims about a lead", () => {
  test("is not believed: an opted-out lead stays out whatever its optout says", async () => {
    const lead = await all.person.client("POST /amplify/leads", {
      body: { firstName: "Out", lastName: "Opted", email: "out@in.test", optout: true },
    });
    const { status, json } = await post("/email/send", {
      ...letter,
      subject: "Claim",
      leads: [{ ...lead, optout: false, email: "other@in.test" }],
    });
    expect(status).toBe(400);
    expect(json).toMatchObject({ skipped: [{ email: "out@in.test", reason: "Opted out" }] });
    expect(all.smtp.accepted.some((mail) => mail.to.includes("out@in.test"))).toBe(false);
  });
});

describe("a mail that goes out", () => {
  test("carries the lead's words, a fixed sender and the means to unsubscribe", async () => {
    await all.person.client("POST /amplify/leads", {
      body: { firstName: "Zoë <b>", lastName: "{{email}}", email: "zoe@in.test" },
    });
    const id = (
      await all.person.client("POST /email/send", {
        body: {
          ...letter,
          from: `Ada <${sender}>;${sender}`,
          subject: "Dear {{firstName}}",
          html: "<p>{{firstName}} {{lastName}} {{phone|no phone}}</p>",
          leads: ["zoe@in.test"],
        },
      })
    ).campaignId;
    await all.untilCounts(id, (_, { state }) => state === "finished");
    const mail = all.smtp.accepted.find(({ to }) => to.includes("zoe@in.test"));
    const raw = mail?.raw.toString() ?? "";
    expect(raw).toContain(`From: Ada <${sender}>`);
    expect(raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(raw).toMatch(/List-Unsubscribe: <http:\/\/[^>]+\/u\/[^>]+>/);
    const { html } = await PostalMime.parse(raw);
    expect(html).toContain("Zoë &lt;b&gt; {{email}} no phone");
  });
});

test("test mails in a loop are stopped", async () => {
  const server = await startTestServer({ AMPLIFY_RATE_LIMITS: "on" });
  try {
    const person = await withSandbox(server);
    const send = () =>
      person.client("POST /email/send/test", { body: { html: "<p>Hi</p>" } }).then(
        () => 200,
        (error: { status: number }) => error.status,
      );
    const answers: number[] = [];
    while (answers.length < 12) answers.push(await send());
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(200));
    expect(answers.slice(10)).toEqual([429, 429]);
  } finally {
    await server.close();
  }
});

test("a test mail has the preview line that the campaign's mails have, filled in and before its first words", async () => {
  const server = await startTestServer();
  try {
    const { client } = await withSandbox(server);
    const html = "<body><p>Hi</p></body>";
    await client("POST /email/send/test", { body: { html, preview: "{{firstName}}, for you & <all>" } });
    const { items } = await client("GET /amplify/sandbox/mails");
    const raw = await client("GET /amplify/sandbox/mails/{id}", { params: { id: items[0]?._id ?? "" } });
    const mail = await PostalMime.parse(await raw.text());
    expect(mail.html).toMatch(
      /<body><div style="display:none[^>]*>Ada, for you &amp; &lt;all&gt; (?:\u034f\u200c\u00a0|&#847;&zwnj;&nbsp;){80}<\/div><p>Hi/,
    );
  } finally {
    await server.close();
  }
});

test("a subject with a tab in it, as from a table, goes out with a space there and is not called missing", async () => {
  const server = await startTestServer();
  try {
    const { client } = await withSandbox(server);
    await client("POST /email/send/test", { body: { html: "<p>Hi</p>", subject: "News\tof May\t" } });
    const { items } = await client("GET /amplify/sandbox/mails");
    expect(items.map(({ subject }) => subject)).toEqual(["News of May"]);
  } finally {
    await server.close();
  }
});

test("why a test mail did not go out ends in one full stop, also where the server's words have one", async () => {
  all.smtp.script.rcpt = "450 4.2.0 Greylisted, come back in a minute.";
  try {
    const { status, json } = await post("/email/send/test", { html: "<p>Hi</p>" });
    expect({ status, message: json.message }).toEqual({
      status: 503,
      message: "The test email was not sent: 450 4.2.0 Greylisted, come back in a minute. Try again later.",
    });
  } finally {
    delete all.smtp.script.rcpt;
  }
});

test("a test mail goes to an account of one's own that is named, and to nobody else's", async () => {
  const server = await startTestServer();
  try {
    const [person, stranger] = [await server.signUp(), await server.signUp()];
    const account = (email: string) =>
      ({ provider: "sandbox", appEmail: email, alias: `A <${email}>` }) as const;
    const add = (who: typeof person, email: string) =>
      who.client("POST /amplify/auth/credentials", { body: account(email) });
    await add(person, "first@b.test");
    const second = await add(person, "second@b.test");
    const theirs = await add(stranger, "theirs@b.test");
    const body = { html: "<p>Hi</p>", to: second._id };
    const { message } = await person.client("POST /email/send/test", { body });
    expect(message).toContain("second@b.test");
    const mails = await person.client("GET /amplify/sandbox/mails");
    expect(mails.items.map(({ to }) => to)).toEqual(["second@b.test"]);
    const asked = person.client("POST /email/send/test", { body: { ...body, to: theirs._id } });
    const refusal = await asked.catch((error: unknown) => error);
    expect(refusal).toMatchObject({ reason: { code: "sender_unknown" } });
  } finally {
    await server.close();
  }
});

test("a plan says that links lead nowhere while the server knows itself by this machine's name alone", async () => {
  const plan = await all.person.client("POST /email/send/plan", {
    body: { collection: "all", from: sender },
  });
  expect(plan.warnings).toEqual([
    {
      kind: "unreachable",
      text: expect.stringContaining(`lead to ${all.server.url}, which recipients cannot`),
    },
  ]);
});
