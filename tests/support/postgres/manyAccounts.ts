import { type Client, createClient } from "../../../contract/client.ts";
import { goodPassword } from "../server/testServer.ts";

export type ManyAccounts = { client: Client; token: string; uid: string; senders: readonly string[] };

/** Signs somebody up, with accounts at one SMTP server and leads `lead0@in.test` …. */
export async function fillManyAccounts({
  base,
  smtpPort,
  accountCount,
  leadCount,
  connections = null,
}: {
  base: string;
  smtpPort: number;
  accountCount: number;
  leadCount: number;
  /** Of each account; null is as many as any. */
  connections?: number | null;
}): Promise<ManyAccounts> {
  const visitor = createClient({ base });
  const email = "ada@example.com";
  await visitor("POST /amplify/auth/signup", {
    body: { firstName: "Ada", lastName: "Lovelace", email, password: goodPassword },
  });
  const { token, uid } = await visitor("POST /amplify/auth/login", {
    body: { username: email, password: goodPassword },
  });
  const client = createClient({ base, token });
  const senders = Array.from({ length: accountCount }, (_, nth) => `account${nth}@sender.test`);
  for (const appEmail of senders)
    await client("POST /amplify/auth/credentials", {
      body: {
        provider: "smtp",
        appEmail,
        appPassword: "",
        alias: `Ada <${appEmail}>`,
        host: "127.0.0.1",
        port: smtpPort,
        security: "none",
        connections,
      },
    });
  for (let from = 0; from < leadCount; from += 1_000) {
    const count = Math.min(1_000, leadCount - from);
    const leads = Array.from({ length: count }, (_, nth) => ({
      firstName: `First${from + nth}`,
      lastName: "Last",
      email: `lead${from + nth}@in.test`,
    }));
    await client("POST /amplify/leads/bulk", { body: { leads } });
  }
  return { client, token, uid, senders };
}
