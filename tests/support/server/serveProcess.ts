import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient } from "../../../contract/client.ts";
import { putMigrated } from "../db/migratedFile.ts";
import { postgresEnvironment } from "../postgres/testDatabases.ts";
import { program } from "./program.ts";
import { type StartedProcess, startProcess } from "./startProcess.ts";
import { goodPassword } from "./testServer.ts";

export const processSender = "ada@sender.test";

/** `amplify serve` as a process of its own over a data folder, with Google's SMTP server replaced. */
export async function startServe(options: {
  folder: string;
  smtpPort: string | number;
  /** Without one the system chooses. */
  port?: number;
  environment?: Record<string, string>;
}): Promise<StartedProcess> {
  const dataFolder = join(options.folder, "data");
  const variables = {
    PORT: String(options.port ?? 0),
    NODE_ENV: "production",
    AMPLIFY_DATA: dataFolder,
    ...(await postgresEnvironment(dataFolder)),
    AMPLIFY_PLANS: "off",
    AMPLIFY_RATE_LIMITS: "off",
    AMPLIFY_DNS_SERVERS: "off",
    AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${options.smtpPort}`,
    ...options.environment,
  };
  // Whatever is there already is what the test is about.
  if (!("DATABASE_URL" in variables) && !existsSync(dataFolder)) await putMigrated(dataFolder);
  return startProcess([...program, "serve"], /is ready on (\S+)/, variables);
}

/** Signs somebody up, connects an account and adds leads `lead0@in.test` …; answers the bearer token. */
export async function fillWithLeads(base: string, leadCount: number): Promise<string> {
  const visitor = createClient({ base });
  const email = "ada@example.com";
  await visitor("POST /amplify/auth/signup", {
    body: { firstName: "Ada", lastName: "Lovelace", email, password: goodPassword },
  });
  const { token } = await visitor("POST /amplify/auth/login", {
    body: { username: email, password: goodPassword },
  });
  const client = createClient({ base, token });
  await client("POST /amplify/auth/credentials", {
    body: {
      provider: "google",
      appEmail: processSender,
      appPassword: "abcdefghijklmnop",
      alias: `Ada <${processSender}>`,
    },
  });
  const leads = Array.from({ length: leadCount }, (_, index) => ({
    firstName: `First${index}`,
    lastName: "Last",
    email: `lead${index}@in.test`,
  }));
  await client("POST /amplify/leads/bulk", { body: { leads } });
  return token;
}

/** Sends to every lead; answers the campaign's id. */
export async function sendToAll(client: Client, subject: string): Promise<string> {
  const { campaignId } = await client("POST /email/send", {
    body: { subject, html: "<p>Hi {{firstName}}</p>", from: processSender, collection: "all" },
  });
  return campaignId;
}
