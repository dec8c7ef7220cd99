import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

/** Google's server is one that is away: whoever enters an account meanwhile should not have to enter it again. */
let port: number;
let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  const smtp = await startScriptedSmtp();
  port = smtp.port;
  await smtp.close();
  server = await startTestServer({
    AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${port}`,
    AMPLIFY_PRIVATE_HOSTS: "on",
  });
  person = await server.signUp();
});
afterAll(() => server.close());

const google = {
  provider: "google",
  appEmail: "ada@sender.test",
  appPassword: "abcdefghijklmnop",
  alias: "Ada <ada@sender.test>",
} as const;

const untried = {
  state: "paused",
  pausedUntil: null,
  pausedCause: {
    code: "sign_in_untried",
    params: { last: { code: "connection_refused", params: { place: expect.any(String) } } },
  },
};
const accounts = () => person.client("GET /amplify/auth/credentials");

test("an account whose provider cannot be reached is kept, waits, and says that nobody has tried it", async () => {
  const added = await person.client("POST /amplify/auth/credentials", { body: google });
  expect(added).toMatchObject({ ...untried, appPassword: "", alias: google.alias });
  expect(added.advice).toContain("The sign-in could not be tried yet");
  // Nobody chose the server, so nothing is said of a choice.
  expect(added.advice).toContain("refused the connection. A firewall may be in the way, here or there");
  expect(await accounts()).toMatchObject([untried]);
});

test("it can be edited all the same, and only goes on once somebody could sign in", async () => {
  const [account] = await accounts();
  const params = { id: account?._id ?? "" };
  const body = { ...google, appPassword: "ponmlkjihgfedcba", alias: "Bea <ada@sender.test>" };
  const changed = await person.client("PUT /amplify/auth/credentials/{id}", { params, body });
  expect(changed).toMatchObject({ ...untried, alias: body.alias });
  const resuming = person.client("POST /amplify/auth/credentials/{id}/resume", { params });
  await expect(resuming).rejects.toMatchObject({ status: 503 });
  expect(await accounts()).toMatchObject([untried]);
});

test("a test mail for which no account is named goes from the first that works, not from it", async () => {
  const sandbox = { ...google, provider: "sandbox", appPassword: "" } as const;
  const { _id: id } = await person.client("POST /amplify/auth/credentials", { body: sandbox });
  await person.client("POST /email/send/test", { body: { html: "<p>Hello</p>" } });
  expect((await person.client("GET /amplify/sandbox/mails")).items).toHaveLength(1);
  await person.client("DELETE /amplify/auth/credentials/{id}", { params: { id } });
  expect(await accounts()).toMatchObject([untried]);
});

test("what is sent from it waits, and goes out once the provider is back and it is resumed", async () => {
  const lead = { firstName: "Lea", lastName: "Lee", email: "lea@in.test" };
  await person.client("POST /amplify/leads", { body: lead });
  const body = {
    subject: "Hi",
    html: "<p>Hi</p>",
    leads: [lead.email],
    from: google.appEmail,
    type: "manual" as const,
  };
  const { campaignId = "" } = await person.client("POST /email/send", { body });
  const campaign = () => person.client("GET /amplify/campaigns/{id}", { params: { id: campaignId } });
  await until(async () => (await campaign()).waitingCause?.code === "sign_in_untried");

  const passwords: string[] = [];
  const smtp = await startScriptedSmtp({
    port,
    auth: ({ password }) => {
      passwords.push(password);
      return null;
    },
  });
  try {
    const [account] = await accounts();
    await person.client("POST /amplify/auth/credentials/{id}/resume", { params: { id: account?._id ?? "" } });
    await until(async () => (await campaign()).state === "finished");
    expect(smtp.accepted).toHaveLength(1);
    expect(new Set(passwords)).toEqual(new Set(["ponmlkjihgfedcba"]));
    expect(await accounts()).toMatchObject([{ state: "working", pausedCause: null }]);
  } finally {
    await smtp.close();
  }
});

test("an account that works keeps its password where a new one cannot be tried", async () => {
  const [account] = await accounts();
  const params = { id: account?._id ?? "" };
  const body = { ...google, appPassword: "another-password" };
  const changing = person.client("PUT /amplify/auth/credentials/{id}", { params, body });
  await expect(changing).rejects.toMatchObject({ status: 503 });
  expect(await accounts()).toMatchObject([{ state: "working" }]);
});

test("a server that a person names may be misspelt: where it cannot be reached nothing is kept", async () => {
  const body = {
    ...google,
    provider: "smtp" as const,
    appEmail: "bea@sender.test",
    alias: "Bea <bea@sender.test>",
    host: "127.0.0.1",
    port,
    security: "none" as const,
  };
  const adding = person.client("POST /amplify/auth/credentials", { body });
  await expect(adding).rejects.toMatchObject({ status: 503 });
  expect(await accounts()).toHaveLength(1);
});
