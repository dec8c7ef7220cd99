import type { Credential } from "../../../contract/schemas/credential.ts";
import { comeBack, type Ended, ended } from "../google/googleServer.ts";
import { startTestServer, type TestPerson, type TestServer } from "../server/testServer.ts";
import { type MicrosoftStandIn, startMicrosoftStandIn } from "./microsoftStandIn.ts";

type Answer = { email: string; deny?: boolean; without?: string[] };
type Visitor = Pick<TestPerson, "client" | "cookie">;

export type MicrosoftServer = {
  microsoft: MicrosoftStandIn;
  server: TestServer;
  /** The whole visit as a browser makes it: to Microsoft's page, through it, and back. */
  connect(person: Visitor, answer: Answer, credentialId?: string): Promise<Ended>;
  /** As far as the address that Microsoft sends the browser back to. */
  begin(person: Visitor, answer: Answer, credentialId?: string): Promise<URL>;
  accounts(person: Visitor): Promise<Credential[]>;
  close(): Promise<void>;
};

/** A whole server with pages, and a Microsoft of its own. */
export async function startMicrosoftServer(
  environment: Record<string, string> = {},
): Promise<MicrosoftServer> {
  const microsoft = await startMicrosoftStandIn();
  const server = await startTestServer(
    { AMPLIFY_PLANS: "off", ...microsoft.environment, ...environment },
    { islands: true },
  );
  const begin = (person: Visitor, answer: Answer, credentialId?: string) =>
    beginMicrosoft({ microsoft, person, answer, credentialId });
  return {
    microsoft,
    server,
    begin,
    async connect(person, answer, credentialId) {
      return ended(await comeBack(await begin(person, answer, credentialId), person.cookie));
    },
    accounts: (person) => person.client("GET /amplify/auth/credentials"),
    async close() {
      await server.close();
      microsoft.close();
    },
  };
}

export async function beginMicrosoft(visit: {
  microsoft: MicrosoftStandIn;
  person: Visitor;
  answer: Answer;
  credentialId?: string | undefined;
}): Promise<URL> {
  const { microsoft, person, answer, credentialId } = visit;
  const { authorization_url } = await person.client("GET /auth/microsoft/authorize", {
    query: credentialId === undefined ? {} : { credentialId },
  });
  return microsoft.consent(authorization_url, answer);
}
