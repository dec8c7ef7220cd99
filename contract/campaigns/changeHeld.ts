import type { Client } from "../client.ts";

/** Names the step, and its one variant, of a campaign that was sent without being composed. */
export const sentStepId = "sent";

/**
 * Takes a start that is held back, so that what was to go can be changed; answers which draft that is now. Of what was sent
 * without being composed nothing stays when it is taken back, so a draft like it is made first. @throws {Refusal} conflict
 * once it has begun; then no draft is left behind.
 */
export async function changeHeld(client: Client, id: string): Promise<string> {
  const params = { id };
  const { steps, name } = await client("GET /amplify/campaigns/{id}/plan", { params });
  if (steps[0]?.id !== sentStepId) {
    await client("POST /amplify/campaigns/{id}/undo", { params });
    return id;
  }
  const copy = await client("POST /amplify/campaigns/{id}/duplicate", { params, body: { to: "same" } });
  const removeCopy = () => client("DELETE /amplify/campaigns/{id}", { params: { id: copy._id } });
  try {
    const { state } = await client("POST /amplify/campaigns/{id}/undo", { params });
    // It was composed after all, as a draft like an earlier send.
    if (state === "draft") {
      await removeCopy();
      return id;
    }
  } catch (error) {
    await removeCopy();
    throw error;
  }
  await client("PUT /amplify/campaigns/{id}/plan", {
    params: { id: copy._id },
    body: { version: copy.version, name },
  });
  return copy._id;
}
