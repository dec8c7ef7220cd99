import { Refusal } from "../contract/errors.ts";
import { pageLimits } from "../contract/limits/http.ts";
import { isRecord } from "../contract/reasons/shapes.ts";
import type { CallParts, MakeCall } from "./toolInput.ts";

/** A sequence that mails whoever joins its audience, as a person is told of it. */
type TakingIn = { _id: unknown; name: unknown; from: unknown; audience: unknown };

/**
 * The sequences that have begun and may take in the lead that a call adds or changes, whom they then mail by themselves;
 * null where whoever calls may not see campaigns, so that nobody can tell.
 */
export async function takingIn(call: MakeCall, { body }: CallParts): Promise<TakingIn[] | null> {
  const lead = isRecord(body) ? body : {};
  // Nobody is mailed who has opted out, and an opt-out waits for nothing.
  if (lead.optout === true) return [];
  const named = Array.isArray(lead.collection) && lead.collection.length > 0;
  try {
    // One that is paused takes in whoever has joined meanwhile once it goes on, and one that starts, when it has.
    const states = ["starting", "running", "paused"];
    const begun = await Promise.all(states.map((state) => everyCampaign(call, state)));
    const sequences = begun.flat().filter(({ kind }) => kind === "sequence");
    const told = await Promise.all(
      sequences.map(async ({ _id, name, from, audience }) => {
        const plan = await call("GET /amplify/campaigns/{id}/plan", { params: { id: String(_id) } });
        return reaches(plan, named) ? [{ _id, name, from, audience }] : [];
      }),
    );
    return told.flat();
  } catch (error) {
    if (error instanceof Refusal && error.code === "forbidden") return null;
    throw error;
  }
}

/** Any change of a lead may bring it into a segment; into a collection it comes by name alone. */
function reaches(plan: unknown, isInCollection: boolean): boolean {
  const audience = isRecord(plan) && isRecord(plan.audience) ? plan.audience : {};
  const names = (list: unknown) => Array.isArray(list) && list.length > 0;
  if (audience.joinLater !== true) return false;
  return (
    audience.everyone === true || names(audience.segments) || (isInCollection && names(audience.collections))
  );
}

/** However many there are: the oldest, on the last page, may be the sequence. */
async function everyCampaign(call: MakeCall, state: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  let cursor: unknown;
  do {
    const page = await call("GET /amplify/campaigns", {
      query: { state, limit: pageLimits.sizeMax, fields: "_id,name,kind,from,audience", cursor },
    });
    const { items, next } = isRecord(page) ? page : {};
    if (Array.isArray(items)) all.push(...items.filter(isRecord));
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return all;
}
