import { afterEach, describe, expect, test } from "bun:test";
import { createPlanStore } from "../../../db/stores/campaigns/plans/plans.ts";
import { drafted, started, step } from "../../support/campaigns/drafted.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

let open: SendingServer | null = null;
async function start(...args: Parameters<typeof startSendingServer>): Promise<SendingServer> {
  open = await startSendingServer(...args);
  return open;
}
afterEach(async () => {
  await open?.close();
  open = null;
});

describe("a draft", () => {
  test("is empty at first, is saved by version, and says what it was not given as it was", async () => {
    const { person } = await start();
    const { client } = person;
    const draft = await client("POST /amplify/campaigns", { body: {} });
    expect(draft).toMatchObject({ state: "draft", version: 0, name: "", kind: "once", mails: [] });
    const named = await client("POST /amplify/campaigns", { body: { name: "Summer" } });
    expect(await client("GET /amplify/campaigns/{id}/plan", { params: { id: named._id } })).toMatchObject({
      state: "draft",
      version: 0,
      name: "Summer",
    });
    const params = { id: draft._id };
    const saved = await client("PUT /amplify/campaigns/{id}/plan", {
      params,
      body: { version: 0, name: "Spring", zone: "Europe/Berlin" },
    });
    expect(saved).toMatchObject({ version: 1, name: "Spring", zone: "Europe/Berlin", steps: draft.steps });
    const late = client("PUT /amplify/campaigns/{id}/plan", { params, body: { version: 0, name: "Other" } });
    await expect(late).rejects.toMatchObject({ reason: { code: "plan_changed_meanwhile" }, status: 409 });
    expect(await client("GET /amplify/campaigns/{id}/plan", { params })).toEqual(saved);
  });
});

test("a step and a variant are called as an address can hold them, or the mail could not be written", async () => {
  const { client } = (await start()).person;
  const { _id: id, steps, version } = await client("POST /amplify/campaigns", { body: {} });
  const [step] = steps as [(typeof steps)[number]];
  const save = (odd: object) =>
    client("PUT /amplify/campaigns/{id}/plan", {
      params: { id },
      body: { version, steps: [{ ...step, ...odd }] },
    });
  for (const name of ["a/b", "a\nb", "..", "ü"])
    for (const odd of [{ id: name }, { variants: [{ id: name, share: 100 }] }])
      await expect(save(odd)).rejects.toMatchObject({ status: 400, reason: { code: "plan_id_odd" } });
  expect(await save({ id: "mail.1" })).toMatchObject({ steps: [{ id: "mail.1" }] });
});

test("campaigns are found by their names and subjects, whatever their capitals and accents", async () => {
  const sending = await start();
  const draft = (name: string, subject: string) => drafted(sending, { name }, { subject });
  await draft("Österreich 100%", "Grüße");
  await draft("Spring", "Neues aus ÖSTERREICH");
  await draft("Summer", "Hello");
  const found = async (search: string) => {
    const campaigns = await sending.person.client("GET /amplify/campaigns", { query: { search } });
    return campaigns.map(({ name }) => name).toSorted();
  };
  for (const search of ["österreich", "OSTERREICH", "Österr"])
    expect(await found(search)).toEqual(["Spring", "Österreich 100%"]);
  expect(await found("grusse")).toEqual(["Österreich 100%"]);
  expect(await found("100%")).toEqual(["Österreich 100%"]);
  expect(await found("%")).toEqual(["Österreich 100%"]);
  expect(await found("nothing")).toEqual([]);
});

test("a start on a day or at a time that there is not is refused when it is written, not when it is begun", async () => {
  const { client } = (await start()).person;
  const { _id, version } = await client("POST /amplify/campaigns", { body: {} });
  const planned = (startAt: string) =>
    client("PUT /amplify/campaigns/{id}/plan", { params: { id: _id }, body: { version, startAt } });
  for (const startAt of ["2027-02-29T10:00", "2027-04-31T10:00", "2027-01-01T24:00", "2027-01-01T10:60"])
    await expect(planned(startAt)).rejects.toMatchObject({ reason: { code: "moment_invalid" }, status: 400 });
  expect((await planned("2028-02-29T23:59")).startAt).toBe("2028-02-29T23:59");
});

test("a draft with a 31st of February that an earlier version took is refused at its start, and does not break it", async () => {
  const sending = await start();
  await sending.addLeads(1);
  const { client } = sending.person;
  const { _id, version } = await drafted(sending, { startAt: "2028-02-28T10:00" });
  const { database } = sending.server.core;
  const plan = await createPlanStore(database).byId(_id);
  if (plan?.content == null) throw new Error("the draft is kept");
  const content = { ...plan.content, startAt: "2028-02-31T10:00" };
  await createPlanStore(database).change({ key: plan, from: ["draft"], set: { content }, activities: [] });
  const params = { id: _id };
  const asked = client("POST /amplify/campaigns/{id}/start", { params, body: { version } });
  await expect(asked).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("The day or time of the start does not exist"),
  });
  const { checks } = await client("GET /amplify/campaigns/{id}/review", { params });
  expect(checks).toContainEqual(
    expect.objectContaining({
      part: "when",
      stops: true,
      cause: expect.objectContaining({ code: "check_start_impossible" }),
    }),
  );
});

test("a start at which its hours are closed is told before it, with the moment at which the first mails go", async () => {
  const sending = await start();
  const { client } = sending.person;
  const window = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" };
  const told = async (startAt: string) => {
    const { _id: id } = await drafted(sending, { startAt, zone: "UTC", window });
    const { checks } = await client("GET /amplify/campaigns/{id}/review", { params: { id } });
    return checks.filter(({ cause }) => cause.code === "check_start_closed");
  };
  // A Saturday.
  expect(await told("2028-03-04T10:00")).toMatchObject([
    {
      part: "when",
      stops: false,
      reason: "Its hours are closed when it starts, Mar 4, 10:00 AM: the first mails go on Mar 6, 9:00 AM",
    },
  ]);
  expect(await told("2028-03-06T10:00")).toEqual([]);
});

describe("a duplicate", () => {
  test("is told from its original, also where that has no name, and takes no year for a number of copies", async () => {
    const { client } = (await start()).person;
    const { _id, version, steps } = await client("POST /amplify/campaigns", { body: {} });
    const params = { id: _id };
    const duplicated = async () =>
      (await client("POST /amplify/campaigns/{id}/duplicate", { params, body: {} })).name;
    expect(await duplicated()).toBe("");
    await client("PUT /amplify/campaigns/{id}/mails/{variantId}", {
      params: { id: _id, variantId: steps[0]?.variants[0]?.id ?? "" },
      body: { version: 0, subject: "Hello {{firstName|there}}", html: "<p>Hi</p>" },
    });
    expect(await duplicated()).toBe("Hello there (2)");
    // As what is sent from the table is called. Each has a number of its own, the first that is free.
    await client("PUT /amplify/campaigns/{id}/plan", {
      params,
      body: { version, name: "Hello {{firstName|there}}" },
    });
    expect([await duplicated(), await duplicated()]).toEqual(["Hello there (3)", "Hello there (4)"]);
    const named = { version: version + 1, name: "Results (2026)" };
    await client("PUT /amplify/campaigns/{id}/plan", { params, body: named });
    expect(await duplicated()).toBe("Results (2026) (2)");
  });
});

describe("a draft's mails", () => {
  test("have versions of their own, and take a template's content over", async () => {
    const { person } = await start();
    const { client } = person;
    const template = await client("POST /templates", { body: { name: "T", html: "<p>From it</p>" } });
    const draft = await client("POST /amplify/campaigns", { body: {} });
    const variantId = draft.steps[0]?.variants[0]?.id ?? "";
    const params = { id: draft._id, variantId };
    const empty = await client("GET /amplify/campaigns/{id}/mails/{variantId}", { params });
    expect(empty).toMatchObject({ subject: "", html: "", version: 0 });
    const mail = await client("PUT /amplify/campaigns/{id}/mails/{variantId}", {
      params,
      body: { version: 0, subject: "Hi", templateId: template._id },
    });
    expect(mail).toMatchObject({
      subject: "Hi",
      html: "<p>From it</p>",
      version: 1,
      templateId: template._id,
    });
    const again = client("PUT /amplify/campaigns/{id}/mails/{variantId}", {
      params,
      body: { version: 0, subject: "Lost" },
    });
    await expect(again).rejects.toMatchObject({ status: 409 });
    const unknown = client("GET /amplify/campaigns/{id}/mails/{variantId}", {
      params: { ...params, variantId: "none" },
    });
    await expect(unknown).rejects.toMatchObject({ reason: { code: "variant_unknown" }, status: 404 });
    const plan = await client("GET /amplify/campaigns/{id}/plan", { params });
    expect(plan.mails).toMatchObject([{ variantId, subject: "Hi", bytes: 14, version: 1 }]);
  });
});

describe("a deleted draft", () => {
  test("can be brought back, is in the list, and is nobody else's", async () => {
    const { person, server } = await start();
    const { client } = person;
    const { _id: id } = await client("POST /amplify/campaigns", { body: {} });
    const params = { id };
    const stranger = await server.signUp();
    for (const ask of [
      () => stranger.client("GET /amplify/campaigns/{id}/plan", { params }),
      () =>
        stranger.client("PUT /amplify/campaigns/{id}/plan", { params, body: { version: 0, name: "Mine" } }),
      () => stranger.client("DELETE /amplify/campaigns/{id}", { params }),
      () => stranger.client("POST /amplify/campaigns/{id}/restore", { params }),
      () => stranger.client("POST /amplify/campaigns/{id}/start", { params, body: { version: 0 } }),
      () => stranger.client("POST /amplify/campaigns/{id}/duplicate", { params, body: {} }),
      () => stranger.client("GET /amplify/campaigns/{id}/activity", { params }),
    ])
      await expect(ask()).rejects.toMatchObject({ status: 404 });
    expect(await client("GET /amplify/campaigns")).toMatchObject([{ _id: id, state: "draft" }]);
    await client("DELETE /amplify/campaigns/{id}", { params });
    expect(await client("GET /amplify/campaigns")).toEqual([]);
    expect(await client("POST /amplify/campaigns/{id}/restore", { params })).toMatchObject({ _id: id });
    expect(await client("GET /amplify/campaigns")).toMatchObject([{ _id: id }]);
  });
});

describe("a start", () => {
  test("sends to everybody once, tells who did what, and its parts add up", async () => {
    const sending = await start();
    await sending.addLeads(5);
    const plan = await drafted(sending, {}, { preview: "Look inside" });
    const campaign = await started(sending, plan);
    expect(campaign).toMatchObject({
      name: "Spring",
      total: 5,
      recipients: 5,
      counts: { sent: 5 },
      steps: 1,
    });
    expect(sending.smtp.accepted.flatMap(({ to }) => to).sort()).toEqual(
      Array.from({ length: 5 }, (_, index) => `lead${index}@in.test`),
    );
    const params = { id: plan._id };
    const parts = await sending.person.client("GET /amplify/campaigns/{id}/parts", { params });
    expect(parts).toMatchObject([{ step: 0, state: "finished", total: 5, counts: { sent: 5 } }]);
    const told = await sending.person.client("GET /amplify/campaigns/{id}/activity", { params });
    expect(told.map(({ cause }) => cause.code)).toEqual(["did_finish", "did_start", "did_create"]);
  });

  test("is refused with every reason that stops it", async () => {
    const sending = await start();
    const { client } = sending.person;
    const draft = await client("POST /amplify/campaigns", { body: {} });
    const begun = client("POST /amplify/campaigns/{id}/start", {
      params: { id: draft._id },
      body: { version: 0 },
    });
    const error = await begun.catch((refusal) => refusal);
    expect(error.reason.code).toBe("plan_not_ready");
    expect(error.reason.params.why.map(({ code }: { code: string }) => code)).toEqual([
      "check_audience_missing",
      "check_subject_missing",
      "check_content_missing",
      "check_account_missing",
    ]);
  });
});

test("what was sent without being composed lists its mail as one that is written", async () => {
  const sending = await start();
  await sending.addLeads(1);
  const { client } = sending.person;
  const id = await sending.send(undefined, "Hello");
  const mail = await client("GET /amplify/campaigns/{id}/mails/{variantId}", {
    params: { id, variantId: "sent" },
  });
  const { html, design: _, ...listed } = mail;
  expect(mail).toMatchObject({ subject: "Hello", html: "<p>Hi {{firstName|there}}</p>", version: 1 });
  const plan = await client("GET /amplify/campaigns/{id}/plan", { params: { id } });
  expect(plan.mails).toEqual([{ ...listed, bytes: html.length }]);
});

test("a start needs a way to find the better of its variants where they leave a rest, which would wait for ever", async () => {
  const sending = await start();
  await sending.addLeads(1);
  const sharing = (share: number) => [
    { ...step("one", 0), variants: ["one.a", "one.b"].map((id) => ({ id, share })) },
  ];
  const stopping = async ({ _id: id }: { _id: string }) =>
    (await sending.person.client("GET /amplify/campaigns/{id}/review", { params: { id } })).checks
      .filter(({ stops }) => stops)
      .map(({ cause, reason, stepId }) => [cause.code, reason, stepId]);
  const lacking = await drafted(sending, { steps: sharing(20) });
  const why = "Choose how the better of its variants is found, or give them shares of everybody";
  expect(await stopping(lacking)).toEqual([["check_test_missing", why, "one"]]);
  await expect(started(sending, lacking, null)).rejects.toMatchObject({ reason: { code: "plan_not_ready" } });
  expect(await stopping(await drafted(sending, { steps: sharing(50) }))).toEqual([]);
});

test("a sequence for whoever joins is forecast to begin with the first of them", async () => {
  const sending = await start();
  const joining = { kind: "sequence", audience: { everyone: true, joinLater: true } } as const;
  const { _id: id } = await drafted(sending, { ...joining, steps: [step("one", 0)] });
  const { forecast } = await sending.person.client("GET /amplify/campaigns/{id}/review", { params: { id } });
  expect(forecast).toMatchObject({ firstMailAt: null, text: "The first mail goes once somebody joins" });
});

test("a campaign of several parts is paused, goes on and is cancelled as one", async () => {
  const sending = await start({ credential: { perDay: 1 } });
  const { client } = sending.person;
  await client("POST /amplify/auth/credentials", {
    body: {
      provider: "google",
      appEmail: "bob@sender.test",
      appPassword: "abcd efgh ijkl mnop",
      alias: "Bob <bob@sender.test>",
      perDay: 1,
    },
  });
  await sending.addLeads(6);
  const plan = await drafted(sending);
  await started(sending, plan, "running");
  const params = { id: plan._id };
  await until(async () => (await sending.campaign(plan._id)).counts.sent === 2);
  const parts = await client("GET /amplify/campaigns/{id}/parts", { params });
  expect(parts.map(({ total, counts }) => [total, counts.sent])).toEqual([
    [3, 1],
    [3, 1],
  ]);
  const states = async () =>
    (await client("GET /amplify/campaigns/{id}/parts", { params })).map(({ state }) => state);
  expect(await client("POST /amplify/campaigns/{id}/pause", { params })).toMatchObject({ state: "paused" });
  expect(await states()).toEqual(["paused", "paused"]);
  await expect(client("POST /amplify/campaigns/{id}/pause", { params })).rejects.toMatchObject({
    status: 409,
  });
  expect(await client("POST /amplify/campaigns/{id}/resume", { params })).toMatchObject({ state: "running" });
  expect(await states()).toEqual(["running", "running"]);
  const ended = await client("POST /amplify/campaigns/{id}/cancel", { params });
  expect(ended).toMatchObject({ state: "cancelled", counts: { sent: 2, skipped: 4 } });
  const { items } = await client("GET /amplify/campaigns/{id}/deliveries", {
    params,
    query: { state: "skipped", code: "campaign_cancelled" },
  });
  expect(items).toHaveLength(4);
  const archived = await client("POST /amplify/campaigns/{id}/archive", { params, body: { archived: true } });
  expect(archived.archivedAt).not.toBeNull();
  expect(await client("GET /amplify/campaigns")).toEqual([]);
  expect(await client("GET /amplify/campaigns", { query: { archived: "true" } })).toHaveLength(1);
});
