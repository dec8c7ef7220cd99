import type { Client } from "../../contract/client.ts";
import type { OutputTexts } from "../../contract/texts/terminal/output.ts";
import { pickOne } from "./pickOne.ts";

export type Audience = { collection: string; count: number };

/** How many leads a collection, or "all", has. */
export async function findAudience(client: Client, name: string, texts: OutputTexts): Promise<Audience> {
  if (name.trim().toLowerCase() === "all") {
    const leads = await client("GET /amplify/leads", { query: { page: 1, pageSize: 1 } });
    return { collection: "all", count: Array.isArray(leads) ? leads.length : leads.total };
  }
  const collections = await client("GET /amplify/collections");
  const of = (one: { _id: string; name: string }) => ({ id: one._id, name: one.name });
  const found = pickOne(collections, name, { kind: "collection", of, texts });
  return { collection: found.name, count: found.count };
}
