import { afterEach, expect, test } from "bun:test";
import type { PlanAudience } from "../../../contract/schemas/campaignPlan.ts";
import { drafted, step } from "../../support/campaigns/drafted.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

let open: SendingServer | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

const none = { onClick: false, onReply: false, onLeaving: false, onField: null };
const startAt = "2199-12-24T10:00";

/** A server with two leads, a collection of one of them, a field and a segment that asks for it. */
async function world() {
  const sending = await startSendingServer();
  open = sending;
  const { client } = sending.person;
  const collection = await client("POST /amplify/collections", { body: { name: "friends" } });
  const other = await client("POST /amplify/collections", { body: { name: "family" } });
  const field = await client("POST /amplify/fields", {
    body: { label: "Tier", kind: "choice", choices: ["Gold", "Silver"] },
  });
  const [gold, silver] = field.choices;
  const body = {
    firstName: "Bo",
    lastName: "Example",
    email: "bo@in.test",
    phone: "",
    collection: ["friends"],
  };
  await client("POST /amplify/leads", { body: { ...body, fields: { tier: "Gold" } } });
  await client("POST /amplify/leads", { body: { ...body, email: "cy@in.test", collection: [] } });
  const segment = await client("POST /amplify/segments", {
    body: {
      name: "Golden",
      question: {
        match: "all",
        of: [{ about: "field", kind: "choice", field: field._id, op: "oneOf", choices: [gold?._id ?? ""] }],
      },
    },
  });

  /** A campaign that is on its way to these, or waits for its moment. */
  async function begun(audience: Partial<PlanAudience>, change: Parameters<typeof drafted>[1] = {}) {
    const { _id: id, version } = await drafted(sending, { audience, ...change });
    await client("POST /amplify/campaigns/{id}/start", { params: { id }, body: { version } });
    return id;
  }
  const ids = { collection: collection._id, segment: segment._id, field: field._id };
  const leaving = {
    collection: () => client("DELETE /amplify/collections/{id}", { params: { id: ids.collection } }),
    merged: () =>
      client("POST /amplify/collections/{id}/merge", {
        params: { id: ids.collection },
        body: { into: other._id },
      }),
    segment: () => client("DELETE /amplify/segments/{id}", { params: { id: ids.segment } }),
    field: () => client("DELETE /amplify/fields/{id}", { params: { id: ids.field } }),
    choice: () =>
      client("PATCH /amplify/fields/{id}", {
        params: { id: ids.field },
        body: { choices: [{ _id: silver?._id ?? "", name: "Silver" }] },
      }),
  };
  return { sending, client, ids, leaving, begun };
}

const needed = (what: string) => ({
  status: 409,
  reason: { code: "needed_by_campaigns", params: { what, campaigns: ["Spring"] } },
});

test("what a planned campaign is for, or leaves out, stays until it is over", async () => {
  const { client, ids, leaving, begun } = await world();
  const nobody = { segments: [], campaigns: [], mailedWithinDays: null };
  const id = await begun(
    { everyone: true, not: { ...nobody, collections: [ids.collection], segments: [ids.segment] } },
    { startAt },
  );
  await expect(leaving.collection()).rejects.toMatchObject({
    ...needed("collection"),
    message:
      "The campaign “Spring” still needs this collection. Cancel it or wait until the end, then try again.",
  });
  await expect(leaving.merged()).rejects.toMatchObject(needed("collection"));
  await expect(leaving.segment()).rejects.toMatchObject(needed("segment"));
  await expect(leaving.field()).rejects.toMatchObject(needed("field"));
  await expect(leaving.choice()).rejects.toMatchObject(needed("choice"));
  await client("POST /amplify/campaigns/{id}/cancel", { params: { id } });
  await leaving.choice();
  await leaving.segment();
  await leaving.field();
  expect(await leaving.merged()).toMatchObject({ name: "family", count: 1 });
});

test("a draft that a planned campaign leaves out, or asks for by a segment, stays until that is over", async () => {
  const { sending, client, begun } = await world();
  const drafts = [
    await drafted(sending, { name: "Excluded" }),
    await drafted(sending, { name: "Asked for" }),
  ];
  const [excluded, asked] = drafts.map(({ _id }) => _id);
  const question = {
    match: "all" as const,
    of: [{ about: "sent" as const, op: "never" as const, campaign: asked ?? "" }],
  };
  const segment = await client("POST /amplify/segments", { body: { name: "Never got it", question } });
  const not = { collections: [], segments: [], campaigns: [excluded ?? ""], mailedWithinDays: null };
  const id = await begun({ segments: [segment._id], not }, { startAt });
  const remove = (draft = "") => client("DELETE /amplify/campaigns/{id}", { params: { id: draft } });
  await expect(remove(excluded)).rejects.toMatchObject(needed("campaign"));
  await expect(remove(asked)).rejects.toMatchObject(needed("campaign"));
  await client("POST /amplify/campaigns/{id}/cancel", { params: { id } });
  await remove(excluded);
  await remove(asked);
});

test("what a sequence takes leads in by, or stops for, stays; what its start alone asked for may go", async () => {
  const { sending, ids, leaving, begun } = await world();
  const sequence = { kind: "sequence" as const, steps: [step("one", 0), step("two", 60)] };
  const id = await begun({ segments: [ids.segment], collections: [ids.collection] }, sequence);
  // Whom it is for is asked when it begins, which is soon after.
  await until(async () => (await sending.campaign(id)).state === "running");
  await leaving.choice();
  await leaving.segment();
  await begun(
    { collections: [ids.collection] },
    { ...sequence, stop: { ...none, onLeaving: true, onField: ids.field } },
  );
  await expect(leaving.merged()).rejects.toMatchObject(needed("collection"));
  await expect(leaving.field()).rejects.toMatchObject(needed("field"));
});

test("whoever joins later is asked for by what stays", async () => {
  const { ids, leaving, begun } = await world();
  const sequence = { kind: "sequence" as const, steps: [step("one", 0)] };
  await begun({ segments: [ids.segment], joinLater: true }, sequence);
  await leaving.collection();
  await expect(leaving.segment()).rejects.toMatchObject(needed("segment"));
  await expect(leaving.choice()).rejects.toMatchObject(needed("choice"));
  await expect(leaving.field()).rejects.toMatchObject(needed("field"));
});

test("a draft keeps nothing from going", async () => {
  const { sending, ids, leaving } = await world();
  await drafted(sending, { audience: { collections: [ids.collection], segments: [ids.segment] } });
  await leaving.segment();
  await leaving.collection();
});
