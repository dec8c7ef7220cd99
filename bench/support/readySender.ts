import { type Client, createClient } from "../../contract/client.ts";

export const sender = "bench@sender.test";

/** Somebody new on a server, with a sending account and so many leads. */
export async function readySender(
  base: string,
  { leads: count }: { leads: number },
): Promise<{ client: Client; token: string; uid: string }> {
  const visitor = createClient({ base });
  const email = "bench@example.com";
  const password = "Bench-Horse-7";
  await visitor("POST /amplify/auth/signup", {
    body: { firstName: "Bench", lastName: "Runner", email, password },
  });
  const { token } = await visitor("POST /amplify/auth/login", { body: { username: email, password } });
  const client = createClient({ base, token });
  await client("POST /amplify/auth/credentials", {
    body: {
      provider: "google",
      appEmail: sender,
      appPassword: "abcdefghijklmnop",
      alias: `Bench <${sender}>`,
    },
  });
  const leadsAtOnce = 10_000;
  for (let at = 0; at < count; at += leadsAtOnce)
    await client("POST /amplify/leads/bulk", {
      body: {
        leads: Array.from({ length: Math.min(leadsAtOnce, count - at) }, (_, nth) => ({
          firstName: `First${at + nth}`,
          lastName: "Last",
          email: `lead${at + nth}@in.test`,
        })),
      },
    });
  const { uid } = await client("GET /amplify/auth/me");
  return { client, token, uid };
}
