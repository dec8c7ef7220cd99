import type { Client } from "../../contract/client.ts";
import { signUpBenchPerson } from "./benchPerson.ts";

/** Signs somebody up on an empty server and gives them that many leads, as their programs would. */
export async function benchLeads(
  base: string,
  count: number,
): Promise<{ client: Client; token: string; importMs: number }> {
  const { client, token } = await signUpBenchPerson(base);
  const last = ["Smith", "Müller", "Lovelace", "Hopper", "Turing", "Öztürk"];
  const startedAt = performance.now();
  for (let start = 0; start < count; start += 20_000) {
    const leads = Array.from({ length: Math.min(20_000, count - start) }, (_, offset) => {
      const index = start + offset;
      return {
        firstName: `${index % 3 === 0 ? "Zoe" : "First"}${(index * 7919) % 100_003}`,
        lastName: `${last[index % last.length]}${index % 1013}`,
        email: `lead.${index}@example.com`,
        phone: index % 2 === 0 ? `+43 ${(index * 7) % 1_000_000}` : "",
        collection: index % 4 === 0 ? ["customers"] : [],
        optout: index % 20 === 0,
      };
    });
    await client("POST /amplify/leads/bulk", { body: { leads } });
  }
  return { client, token, importMs: performance.now() - startedAt };
}
