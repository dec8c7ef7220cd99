import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "../../../contract/client.ts";
import { createUserStore } from "../../../db/stores/identity/users.ts";
import { boot, type Running } from "../../../server/boot.ts";
import type { Site } from "../../../server/build/site.ts";
import type { Caller } from "../../../server/core/caller.ts";
import type { ClockSources } from "../../../server/core/clock.ts";
import type { WriteLine } from "../../../server/log/output.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { putMigrated } from "../db/migratedFile.ts";
import { requireScopes } from "../db/scopedStatements.ts";
import { forgetDatabaseOf, postgresEnvironment } from "../postgres/testDatabases.ts";
import { bootApart } from "./bootApart.ts";
import { ownPort } from "./ownPort.ts";
import { isTestedApart } from "./program.ts";
import { testSite } from "./testAssets.ts";

export type TestPerson = {
  /** Calls with the person's bearer token. */
  client: Client;
  uid: string;
  email: string;
  password: string;
  token: string;
  /** A Cookie header's text. */
  cookie: string;
};

export type TestServer = {
  url: string;
  /** Calls as a visitor. */
  client: Client;
  core: Running["core"];
  running: Running;
  dataFolder: string;
  /** Every line of its log so far. */
  logged: readonly string[];
  signUp(person?: { email?: string; password?: string }): Promise<TestPerson>;
  logIn(person: { email: string; password: string }): Promise<TestPerson>;
  grant(person: { email: string }, standing: Partial<Pick<Caller, "status" | "role">>): Promise<void>;
  close(): Promise<void>;
};

type TestServerOptions = {
  islands?: boolean;
  time?: ClockSources;
  /** Takes the lines of its log. Left out, they are kept, and of the server's own those are shown that tell of a fault. */
  writeLog?: WriteLine;
};

/** A test's output is about the test: the security log is not, and a fault is. @throws {Error} for what is no line of a log. */
function showFaults(line: string): void {
  // A warning of the runtime's own, say.
  if (!line.startsWith("{")) throw new Error(`A server wrote what is no line of its log: ${line}`);
  if (JSON.parse(line).level === "error") console.error(line);
}

export const goodPassword = "Right-Horse-7";

/** Hashes of as little memory as there may be: what one costs whoever guesses is a test of its own. */
const cheapPasswords = { memoryKib: 8, passes: 1 };

let people = 0;
const noIslands: Site = { assets: [], registry: new Map() };

/**
 * A whole server in this process: a port of the system's choosing, or one that its pages have always, and a data folder that goes when it closes.
 * Rate limits, the one on wrong passwords among them, are off unless `environment` turns them on.
 * Without `islands` nothing is bundled, and only the pages that hold no island can be shown.
 */
export async function startTestServer(
  environment: Record<string, string> = {},
  { islands = false, time, writeLog }: TestServerOptions = {},
): Promise<TestServer> {
  const logged: string[] = [];
  const ownFolder = environment.AMPLIFY_DATA === undefined;
  const dataFolder = environment.AMPLIFY_DATA ?? mkdtempSync(join(tmpdir(), "amplify-test-"));
  const variables: Record<string, string> = {
    PORT: String(islands ? ownPort() : 0),
    AMPLIFY_DATA: dataFolder,
    AMPLIFY_RATE_LIMITS: "off",
    AMPLIFY_PRIVATE_HOSTS: "on",
    AMPLIFY_DNS_SERVERS: "off",
    AMPLIFY_LOG: "json",
    ...(await postgresEnvironment(dataFolder)),
    ...environment,
  };
  if (ownFolder && variables.DATABASE_URL === undefined) await putMigrated(dataFolder);
  const keepLine: WriteLine = (line) => {
    logged.push(line);
    (writeLog ?? showFaults)(line);
  };
  // A clock of the test's own cannot be handed to another process.
  const running =
    isTestedApart && time === undefined
      ? await bootApart(variables, keepLine)
      : await boot(readSettings(variables), {
          site: islands ? await testSite() : noIslands,
          time,
          writeLog: keepLine,
          passwordCosts: cheapPasswords,
          // Where the rules over statements see what it asks, and without a thread for each of many servers.
          sending: "here",
        });
  const { core } = running;
  requireScopes(core.database);
  // Where PUBLIC_URL says otherwise, the tests still talk to the port that is really open.
  const url = running.listeningOn;
  const client = createClient({ base: url });
  const logIn: TestServer["logIn"] = async ({ email, password }) => {
    const response = await fetch(`${url}/amplify/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: email, password }),
    });
    if (!response.ok) throw new Error(`signing in as ${email} answered ${response.status}`);
    const { uid, token } = (await response.json()) as { uid: string; token: string };
    const cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    return { client: createClient({ base: url, token }), uid, email, password, token, cookie };
  };
  return {
    url,
    client,
    core,
    running,
    dataFolder,
    logged,
    logIn,
    async signUp({ email = `person${++people}@example.com`, password = goodPassword } = {}) {
      await client("POST /amplify/auth/signup", {
        body: { firstName: "Ada", lastName: "Lovelace", email, password, status: "AMFR" },
      });
      return logIn({ email, password });
    },
    async grant({ email }, standing) {
      await createUserStore(core.database).grant({ email, ...standing });
    },
    async close() {
      await running.close();
      if (!ownFolder) return;
      rmSync(dataFolder, { recursive: true, force: true });
      await forgetDatabaseOf(dataFolder);
    },
  };
}
