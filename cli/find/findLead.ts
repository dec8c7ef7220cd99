import { normalAddress } from "../../contract/address.ts";
import type { Client } from "../../contract/client.ts";
import { Refusal } from "../../contract/errors.ts";
import { pageLimits } from "../../contract/limits/http.ts";
import type { Lead } from "../../contract/schemas/lead.ts";
import type { VerbTexts } from "../../contract/texts/terminal/verbs.ts";

/** A lead by its address or its whole identifier. @throws {Refusal} "not_found". */
export async function findLead(client: Client, text: string, texts: VerbTexts): Promise<Lead> {
  const wanted = text.trim();
  const found = wanted.includes("@") ? await byAddress(client, wanted) : await byId(client, wanted);
  if (found !== undefined) return found;
  throw new Refusal("not_found", texts.noLead(text));
}

async function byId(client: Client, id: string): Promise<Lead | undefined> {
  try {
    return await client("GET /amplify/leads/{id}", { params: { id } });
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") return undefined;
    throw error;
  }
}

/** The search also finds addresses that contain this one, so the lead may be on a later page. */
async function byAddress(client: Client, text: string): Promise<Lead | undefined> {
  const email = normalAddress(text);
  const pageSize = pageLimits.sizeMax;
  let seen = 0;
  for (let page = 1; ; page += 1) {
    const body = { search: email, sort: "email" as const, page, pageSize };
    const { items, total } = await client("POST /amplify/leads/find", { body });
    const lead = items.find((one) => one.email === email);
    seen += items.length;
    if (lead !== undefined || items.length === 0 || seen >= total) return lead;
  }
}
