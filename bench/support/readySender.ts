import type { Client } from "../../contract/client.ts";
import { signUpBenchPerson } from "./benchPerson.ts";

export const sender = "bench@sender.test";

/** Somebody new on a server, with a sending account and so many leads. */
export async function readySender(
  base: string,
  { leads: count }: { leads: number },
): Promise<{ client: Client; token: string; uid: string }> {
  const { client, token } = await signUpBenchPerson(base);
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
