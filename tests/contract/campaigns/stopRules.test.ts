import { afterEach, expect, test } from "bun:test";
import { drafted, step } from "../../support/campaigns/drafted.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";

let sending: SendingServer | undefined;
afterEach(async () => {
  await sending?.close();
  sending = undefined;
});

test("that leaving a collection stops nobody is told where leads also come another way", async () => {
  sending = await startSendingServer();
  const { client } = sending.person;
  await sending.addLeads(1);
  const { _id: collection } = await client("POST /amplify/collections", { body: { name: "trial" } });
  const question = { match: "all" as const, of: [{ about: "optedOut" as const, op: "no" as const }] };
  const { _id: segment } = await client("POST /amplify/segments", { body: { name: "All", question } });
  const stop = { onClick: false, onReply: false, onLeaving: true, onField: null };
  const told = async (audience: { collections?: string[]; segments?: string[] }, change: object = {}) => {
    const steps = [step("first", 0), step("second", 60)];
    const plan = await drafted(sending as SendingServer, {
      ...{ kind: "sequence", steps, stop, audience },
      ...change,
    });
    const params = { id: plan._id };
    const { checks } = await client("GET /amplify/campaigns/{id}/review", { params });
    return checks.filter(({ cause }) => cause.code === "check_leaving_unseen");
  };
  expect(await told({ collections: [collection], segments: [segment] })).toEqual([
    expect.objectContaining({
      ...{ part: "when", stops: false },
      reason:
        "Leaving a collection stops nobody here: it does where everybody comes from the chosen collections alone",
    }),
  ]);
  expect(await told({ segments: [segment] })).toHaveLength(1);
  expect(await told({ collections: [collection] })).toEqual([]);
  const never = { stop: { ...stop, onLeaving: false } };
  expect(await told({ collections: [collection], segments: [segment] }, never)).toEqual([]);
});
