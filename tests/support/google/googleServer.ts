import type { Credential } from "../../../contract/schemas/credential.ts";
import { startTestServer, type TestPerson, type TestServer } from "../server/testServer.ts";
import { type Sent, send } from "../smtp/send.ts";
import { type GoogleStandIn, startGoogleStandIn } from "./googleStandIn.ts";

type Answer = { email: string; deny?: boolean; without?: string[] };

export type Ended = { status: number; outcome: Record<string, string>; sent: Sent };

export type GoogleServer = {
  google: GoogleStandIn;
  server: TestServer;
  /** The whole visit as a browser makes it: to Google's page, through it, and back. */
  connect(person: TestPerson, answer: Answer, credentialId?: string): Promise<Ended>;
  /** The same for signing in; without a cookie jar the mark is carried by hand. */
  signIn(answer: Answer): Promise<Ended & { cookie: string }>;
  accounts(person: TestPerson): Promise<Credential[]>;
  close(): Promise<void>;
};

/** A whole server with pages, and a Google of its own. */
export async function startGoogleServer(environment: Record<string, string> = {}): Promise<GoogleServer> {
  const google = await startGoogleStandIn();
  const server = await startTestServer(
    { AMPLIFY_PLANS: "off", ...google.environment, ...environment },
    { islands: true },
  );
  return {
    google,
    server,
    connect: (person, answer, credentialId) => connectGoogle({ google, person, answer, credentialId }),
    async signIn(answer) {
      const begun = await send(`${server.url}/auth/google/sign-in`, { method: "POST" });
      const { authorization_url } = begun.json as { authorization_url: string };
      const back = await google.consent(authorization_url, answer);
      const sent = await comeBack(back, cookieIn(begun));
      return { ...ended(sent), cookie: cookieIn(sent) };
    },
    accounts: (person) => person.client("GET /amplify/auth/credentials"),
    async close() {
      await server.close();
      google.close();
    },
  };
}

/** Connects an account as a browser does it: to Google's page, through it, and back. */
export async function connectGoogle(visit: {
  google: GoogleStandIn;
  person: Pick<TestPerson, "client" | "uid" | "cookie">;
  answer: Answer;
  credentialId?: string | undefined;
}): Promise<Ended> {
  const { google, person, answer, credentialId } = visit;
  const { authorization_url } = await person.client("GET /auth/authorize/scope", {
    query: { uid: person.uid, ...(credentialId === undefined ? {} : { credentialId }) },
  });
  const back = await google.consent(authorization_url, answer);
  return ended(await comeBack(back, person.cookie));
}

/** What a browser asks for when another site sends it here. */
export function comeBack(url: URL | string, cookie?: string): Promise<Sent> {
  return send(String(url), {
    headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
    ...(cookie === undefined ? {} : { cookie }),
  });
}

/** How the page that came back says it went: the props of its island. */
export function ended(sent: Sent): Ended {
  const props = /data-props="([^"]+)"/.exec(sent.text)?.[1] ?? "{}";
  const read = JSON.parse(
    props.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&"),
  ) as {
    outcome?: Record<string, string>;
  };
  return { status: sent.status, outcome: read.outcome ?? {}, sent };
}

function cookieIn(sent: Sent): string {
  return sent.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}
