import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sandboxAccount } from "../../../contract/sending/sandboxAccount.ts";
import { comeBack, connectGoogle, ended } from "../../support/google/googleServer.ts";
import { type GoogleStandIn, startGoogleStandIn } from "../../support/google/googleStandIn.ts";
import { type ImapStandIn, startImapStandIn } from "../../support/imap/imapStandIn.ts";
import { beginMicrosoft } from "../../support/microsoft/microsoftServer.ts";
import { type MicrosoftStandIn, startMicrosoftStandIn } from "../../support/microsoft/microsoftStandIn.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

const readScopes = {
  google: "https://mail.google.com/",
  microsoft: "https://outlook.office.com/IMAP.AccessAsUser.All",
} as const;
type To = keyof typeof readScopes;

const people = {
  google: ["ada@gmail.example", "bob@gmail.example"],
  microsoft: ["ada@contoso.example", "bob@contoso.example"],
} as const;

let google: GoogleStandIn;
let microsoft: MicrosoftStandIn;
let imap: ImapStandIn;
let server: TestServer;
let ada: TestPerson;

beforeEach(async () => {
  [google, microsoft, imap] = await Promise.all([
    startGoogleStandIn(),
    startMicrosoftStandIn(),
    startImapStandIn({ security: "none" }),
  ]);
  const mailboxes = `imap://127.0.0.1:${imap.port}`;
  server = await startTestServer(
    {
      AMPLIFY_GOOGLE_IMAP: mailboxes,
      AMPLIFY_OUTLOOK_IMAP: mailboxes,
      ...google.environment,
      ...microsoft.environment,
    },
    { islands: true },
  );
  ada = await server.signUp();
  imap.script.signIn = (user, token) =>
    google.lets(user, token, readScopes.google) || microsoft.lets(user, token, readScopes.microsoft)
      ? null
      : "[AUTHENTICATIONFAILED] Invalid credentials";
});
afterEach(async () => {
  await server.close();
  await imap.close();
  google.close();
  microsoft.close();
});

async function connected(to: To): Promise<string> {
  const [email] = people[to];
  if (to === "google") await connectGoogle({ google, person: ada, answer: { email } });
  else await comeBack(await beginMicrosoft({ microsoft, person: ada, answer: { email } }), ada.cookie);
  const [account] = await ada.client("GET /amplify/auth/credentials");
  return account?._id ?? "";
}

type Answer = { email: string; deny?: boolean; without?: string[] };

/** The whole visit for permission to read, as a browser makes it. */
async function allowReading(to: To, credentialId: string, answer: Answer) {
  const url = await askedFor(to, credentialId);
  const stand = to === "google" ? google : microsoft;
  return ended(await comeBack(await stand.consent(url, answer), ada.cookie));
}

async function askedFor(to: To, credentialId: string): Promise<string> {
  const query = { credentialId, purpose: "reading" } as const;
  const { authorization_url } =
    to === "google"
      ? await ada.client("GET /auth/authorize/scope", { query: { ...query, uid: ada.uid } })
      : await ada.client("GET /auth/microsoft/authorize", { query });
  return authorization_url;
}

const stateOf = async (id: string) =>
  (await ada.client("GET /amplify/auth/readings")).find(({ credentialId }) => credentialId === id);
const reading = async () => (await ada.client("GET /amplify/auth/readings"))[0];

/** What sending goes by. */
async function sendingSecret() {
  const { read, tables } = server.core.database;
  const [row] = await read.select().from(tables.credentials);
  return row?.secret;
}

describe.each(["google", "microsoft"] as const)("permission to read, of %s", (to) => {
  const [email, another] = people[to];

  test("is asked for only then and apart from sending, and read with", async () => {
    const id = await connected(to);
    const before = await sendingSecret();
    expect(await reading()).toMatchObject({ state: "off", needs: "permission" });
    await expect(
      ada.client("PUT /amplify/auth/credentials/{id}/reading", { params: { id }, body: {} }),
    ).rejects.toMatchObject({
      reason: { code: "reading_permission_needed" },
      message: expect.stringContaining("in a browser: Accounts, “Read answers”"),
    });
    const asked = new URL(await askedFor(to, id)).searchParams;
    expect(asked.get("scope")).toContain(readScopes[to]);
    expect(asked.get("scope")).not.toMatch(/gmail\.send|Mail\.Send/);
    expect(await allowReading(to, id, { email })).toMatchObject({ status: 200, outcome: { email } });
    await until(async () => (await reading())?.state === "reading");
    expect(await reading()).toMatchObject({ needs: "nothing" });
    expect(await sendingSecret()).toBe(before);
  });

  test("that is not given keeps nothing, and sending goes on as it was", async () => {
    const id = await connected(to);
    const before = await sendingSecret();
    const partial = await allowReading(to, id, { email, without: [readScopes[to]] });
    expect(partial).toMatchObject({ status: 400, outcome: { kind: "failed" } });
    expect(partial.outcome.message).toContain("sending is not affected");
    expect((await allowReading(to, id, { email, deny: true })).outcome.kind).toBe("failed");
    expect((await allowReading(to, id, { email: another })).outcome.message).toContain(
      `You chose ${another}`,
    );
    expect(await reading()).toMatchObject({ state: "off" });
    expect({ secret: await sendingSecret(), asked: imap.connectionCount() }).toEqual({
      secret: before,
      asked: 0,
    });
    const stranger = await server.signUp();
    const query = { credentialId: id, purpose: "reading" } as const;
    const call =
      to === "google"
        ? stranger.client("GET /auth/authorize/scope", { query: { ...query, uid: stranger.uid } })
        : stranger.client("GET /auth/microsoft/authorize", { query });
    await expect(call).rejects.toMatchObject({ code: "not_found" });
  });

  test("that is taken back stops the reading alone, which says what to do", async () => {
    const id = await connected(to);
    await allowReading(to, id, { email });
    await until(async () => (await reading())?.state === "reading");
    const stand = to === "google" ? google : microsoft;
    stand.withdraw(email);
    const { _id: other } = await ada.client("POST /amplify/auth/credentials", { body: sandboxAccount });
    // The token that is still in memory is refused first, and then there is no other.
    imap.cut();
    const { mailboxReadings } = server.core.database.tables;
    await until(async () => {
      await server.core.database.atomically((write) => ({
        hurried: write.update(mailboxReadings).set({ nextTryAt: 0 }),
      }));
      // Whatever is turned off has the mailboxes looked at.
      await ada.client("DELETE /amplify/auth/credentials/{id}/reading", { params: { id: other } });
      return (await stateOf(id))?.state === "stopped";
    });
    expect(await stateOf(id)).toMatchObject({
      needs: "permission",
      cause: { code: `mailbox_reconnect_${to}`, params: { email } },
    });
    const account = (await ada.client("GET /amplify/auth/credentials")).find(({ _id }) => _id === id);
    expect(account).toMatchObject({ state: "working" });
  });
});
