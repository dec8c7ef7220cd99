import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clientFindings } from "../../../server/accounts/setup/clientFindings.ts";
import { setupClients } from "../../../server/accounts/setup/clients.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { serveHttp, type Told } from "../../support/google/serveHttp.ts";

const json = (status: number, body: object): Told => ({ status, body: JSON.stringify(body) });
const page = (body: string): Told => ({ status: 200, body });
const guid = "2f7ad5c0-0000-4000-8000-00000000c11e";
const wrongCode = { error: "invalid_grant", error_description: "Malformed auth code." };

let host: Awaited<ReturnType<typeof serveHttp>>;
/** What the provider says to a code, and to a browser that comes. */
let token: () => Told;
let visit: (redirectUri: string) => Told;
beforeAll(async () => {
  host = await serveHttp(async ({ method, url }) =>
    method === "POST" ? token() : visit(url.searchParams.get("redirect_uri") ?? ""),
  );
});
afterAll(() => host.close());
beforeEach(() => {
  token = () => json(400, wrongCode);
  visit = (redirectUri) => back(`${redirectUri}?error=login_required&state=check`);
});

const back = (location: string): Told => ({ status: 302, headers: { location }, body: "" });

const google = () => ({
  GOOGLE_CLIENT_ID: "client",
  GOOGLE_CLIENT_SECRET: "s3cret-value",
  GOOGLE_BASE_URL: host.url,
});
const microsoft = () => ({
  MICROSOFT_CLIENT_ID: guid,
  MICROSOFT_CLIENT_SECRET: "s3cret-value",
  MICROSOFT_BASE_URL: host.url,
});

/** What is found beyond the line that says what has to stand there, each with its state before it. */
async function found(environment: Record<string, string>): Promise<string> {
  const settings = readSettings({ PUBLIC_URL: "https://mail.example.org", ...environment });
  const lines = (await clientFindings(settings)).map(({ state, text }) => `${state}: ${text}`);
  expect(lines.join("\n")).not.toContain("s3cret-value");
  return lines.join("\n");
}

test("clients that are right are said to be, and nothing is said of those that are not set up", async () => {
  expect(await found(google())).toBe(
    "ok: Google knows the client, and its secret is right\nok: Google sends people back to https://mail.example.org/auth/google/callback",
  );
  expect(await found(microsoft())).toBe(
    "ok: Microsoft knows the client, and its secret is right\nok: Microsoft sends people back to https://mail.example.org/auth/microsoft/callback",
  );
  expect(await found({})).toBe("");
});

test("a refused secret is told by what the provider says, and where it says nothing of it, that is said", async () => {
  const aadsts = (error: string, code: number) =>
    json(401, { error, error_description: `AADSTS${code}: No.` });
  token = () => json(401, { error: "invalid_client", error_description: "Unauthorized" });
  expect(await found(google())).toContain(
    "wrong: Google refuses the client ID or its secret: copy both again. It said: 401 invalid_client Unauthorized",
  );
  for (const [answer, said] of [
    [
      aadsts("invalid_client", 7_000_215),
      "wrong: Microsoft refuses the client ID or its secret. Is it the secret's Value",
    ],
    [aadsts("invalid_client", 7_000_222), "wrong: Microsoft says that the secret has ended"],
    [aadsts("unauthorized_client", 700_016), "wrong: Microsoft does not know this client"],
    [aadsts("invalid_request", 90_002), "wrong: Microsoft knows no tenant common"],
    [aadsts("invalid_grant", 9_002_313), "look: Whether the secret is right cannot be told from here"],
    [json(503, {}), "look: Whether the secret is right cannot be told from here"],
    ["cut", "wrong: Microsoft could not be reached from here"],
  ] as [Told, string][]) {
    token = () => answer;
    expect(await found(microsoft())).toContain(said);
  }
});

test("an address that is not registered is told from one of which nothing can be told", async () => {
  const no = "wrong: Google does not send people back to https://mail.example.org/auth/google/callback";
  const error = Buffer.from("\n\u0015redirect_uri_mismatch\u0012 You can't sign in").toString("base64");
  visit = () => back(`https://accounts.google.com/signin/oauth/error?authError=${encodeURIComponent(error)}`);
  expect(await found(google())).toContain(no);
  visit = () => page("AADSTS50011: The redirect URI does not match");
  expect(await found(microsoft())).toContain("wrong: Microsoft does not send people back to");
  visit = () => page("<h1>Sign in</h1>");
  expect(await found(microsoft())).toContain("cannot be told from here: Microsoft did not say");
  // Somebody else's address that merely begins with ours is not ours.
  visit = (redirectUri) => back(`${redirectUri}.evil.test/?error=login_required`);
  expect(await found(google())).toContain("cannot be told from here");
  token = () => json(400, { error: "redirect_uri_mismatch" });
  expect(await found(google())).toContain(no);
});

test("what is wrong by the settings alone is said too: addresses, halves, what was pasted from the wrong line", async () => {
  expect(await found({ ...google(), PUBLIC_URL: "http://mail.example.org" })).toContain(
    "wrong: Google does not take http://mail.example.org: an address has to be https",
  );
  expect(await found({ ...google(), PUBLIC_URL: "https://10.0.0.7" })).toContain("it requires a public name");
  expect(await found({ ...microsoft(), PUBLIC_URL: "http://127.0.0.1:8000" })).toContain(
    "wrong: Microsoft does not take",
  );
  expect(await found({ ...google(), PUBLIC_URL: "http://localhost:8000" })).toContain(
    "look: Google takes http://localhost:8000",
  );
  expect(await found({ ...microsoft(), MICROSOFT_CLIENT_SECRET: guid })).toContain(
    "looks like a secret's ID",
  );
  expect(await found({ ...microsoft(), MICROSOFT_CLIENT_ID: "id" })).toContain(
    "MICROSOFT_CLIENT_ID is not one of Microsoft's",
  );
  expect(await found({ GOOGLE_CLIENT_ID: "client" })).toBe(
    "look: GOOGLE_CLIENT_SECRET is missing, and without it the other half of that client does nothing",
  );
});

test("a clock that is wrong is told by the provider's, since tokens are not believed then", async () => {
  visit = (redirectUri) => ({
    status: 302,
    headers: {
      location: `${redirectUri}?error=login_required`,
      date: new Date(Date.now() - 600_000).toUTCString(),
    },
    body: "",
  });
  expect(await found(google())).toMatch(
    /wrong: This machine's clock is (?:599|600|601) seconds ahead of that of Google/,
  );
});

test("the documents name the same addresses and permissions", () => {
  for (const { provider, redirectUri, scopes } of setupClients(
    readSettings({ PUBLIC_URL: "https://mail.example.org" }),
  )) {
    const text = readFileSync(join(import.meta.dir, `../../../docs/${provider.toUpperCase()}.md`), "utf8");
    expect(text).toContain(redirectUri);
    for (const { scope } of scopes) {
      const short = scope.split("/").filter(Boolean).at(-1) ?? scope;
      expect([provider, scope, text.includes(scope) || text.includes(`\`${short}\``)]).toEqual([
        provider,
        scope,
        true,
      ]);
    }
  }
});
