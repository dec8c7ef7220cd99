import { Refusal } from "../contract/errors.ts";
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
    // One that is paused takes in whoever has joined meanwhile once it goes on.
    const begun = await Promise.all(
      ["running", "paused"].map((state) => call("GET /amplify/campaigns", { query: { state } })),
    );
    const sequences = begun.flatMap(records).filter(({ kind }) => kind === "sequence");
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

/** Of a list as it is answered, whole or by pages. */
function records(answer: unknown): Record<string, unknown>[] {
  const items = isRecord(answer) ? answer.items : answer;
  return Array.isArray(items) ? items.filter(isRecord) : [];
}
