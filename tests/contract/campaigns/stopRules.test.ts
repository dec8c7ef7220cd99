import { afterEach, expect, test } from "bun:test";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { drafted, started, step } from "../../support/campaigns/drafted.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

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
      kind: "sequence",
      steps,
      stop,
      audience,
      ...change,
    });
    const params = { id: plan._id };
    const { checks } = await client("GET /amplify/campaigns/{id}/review", { params });
    return checks.filter(({ cause }) => cause.code === "check_leaving_unseen");
  };
  expect(await told({ collections: [collection], segments: [segment] })).toEqual([
    expect.objectContaining({
      part: "when",
      stops: false,
      reason:
        "Leaving a collection stops nobody here: it does where everybody comes from the chosen collections alone",
    }),
  ]);
  expect(await told({ segments: [segment] })).toHaveLength(1);
  expect(await told({ collections: [collection] })).toEqual([]);
  const never = { stop: { ...stop, onLeaving: false } };
  expect(await told({ collections: [collection], segments: [segment] }, never)).toEqual([]);
});

test("rules that rest on opens and clicks say whom they hold for where those are not counted", async () => {
  sending = await startSendingServer();
  const { client } = sending.person;
  await sending.addLeads(1);
  const [first, ...others] = [step("first", 0), step("second", 60), step("third", 60), step("fourth", 60)];
  const conditions = [
    { kind: "notOpened" },
    { kind: "notClicked" },
    { kind: "clicked", link: null },
  ] as const;
  const plan = await drafted(sending, {
    kind: "sequence",
    steps: [
      {
        ...(first as NonNullable<typeof first>),
        variants: ["a", "b"].map((id) => ({ id: `first.${id}`, share: 20 })),
        test: { by: "opens", afterMinutes: 60 },
      },
      ...others.map((one, at) => ({ ...one, condition: conditions[at] ?? one.condition })),
    ],
    stop: { onClick: true, onReply: false, onLeaving: false, onField: null },
    trackOpens: false,
    trackClicks: false,
  });
  const params = { id: plan._id };
  const told = async () => {
    const { checks } = await client("GET /amplify/campaigns/{id}/review", { params });
    return checks
      .filter(({ cause: { code } }) => code.endsWith("_uncounted") || code === "check_counted_granted")
      .map(({ stepId, reason, part, stops }) => [stepId, reason, part, stops]);
  };
  const clicks = [
    [
      "third",
      "Clicks are not counted, so this mail also goes to whoever clicked in the one before",
      "what",
      false,
    ],
    ["fourth", "Clicks are not counted, so this mail goes to nobody", "what", false],
    [null, "Clicks are not counted, so following a link stops nobody", "when", false],
  ];
  expect(await told()).toEqual([
    ["first", "Opens are not counted, so no variant can win by them", "what", false],
    [
      "second",
      "Opens are not counted, so this mail also goes to whoever opened the one before",
      "what",
      false,
    ],
    ...clicks,
  ]);
  const { version } = await client("GET /amplify/campaigns/{id}/plan", { params });
  // Without a word of its own it does as the workspace has chosen for all.
  const body = { version, trackOpens: true, trackClicks: null };
  const changed = await client("PUT /amplify/campaigns/{id}/plan", { params, body });
  expect(await told()).toEqual([]);
  await client("PUT /amplify/account/tracking", { body: { opens: true, clicks: false } });
  expect(await told()).toEqual(clicks);
  const counting = { version: changed.version, trackClicks: true };
  await client("PUT /amplify/campaigns/{id}/plan", { params, body: counting });
  expect(await told()).toEqual([]);
  await client("PUT /amplify/account/tracking", { body: { track: "granted" } });
  const ofSome =
    "Only those who agreed are counted, so everybody else is taken for somebody who neither opened nor clicked";
  expect(await told()).toEqual([[null, ofSome, "when", false]]);
});

test("a mail for whoever followed a link that no mail before it has is said to go to nobody", async () => {
  sending = await startSendingServer();
  const { client } = sending.person;
  await sending.addLeads(1);
  const shop = "https://shop.example/a?b=1&c=2";
  const following = (id: string, link: string) => ({
    ...step(id, 60),
    condition: { kind: "clicked" as const, link },
  });
  const steps = [
    step("first", 0),
    step("second", 60),
    following("third", shop),
    following("fourth", "https://shop.example/last"),
  ];
  const plan = await drafted(sending, { kind: "sequence", steps }, { html: "<p>Hi</p>" });
  const params = { id: plan._id };
  const write = async (variantId: string, version: number, html: string) => {
    const mail = { ...params, variantId };
    await client("PUT /amplify/campaigns/{id}/mails/{variantId}", { params: mail, body: { version, html } });
  };
  const told = async () => {
    const { checks } = await client("GET /amplify/campaigns/{id}/review", { params });
    return checks
      .filter(({ cause }) => cause.code === "check_link_absent")
      .map(({ stepId, reason, part, stops }) => [stepId, reason, part, stops]);
  };
  // It may have been the last that somebody had, though others come between.
  await write("first.a", 1, '<p><a href="https://shop.example/a?b=1&amp;c=2">Shop</a></p>');
  // A link of its own is followed too late.
  await write("fourth.a", 1, '<p><a href="https://shop.example/last">Last</a></p>');
  const last = [
    "fourth",
    "No mail before it has the link https://shop.example/last, so this mail goes to nobody",
    "what",
    false,
  ];
  expect(await told()).toEqual([last]);
  await write("first.a", 2, '<p><a href="https://shop.example/b">Shop</a></p>');
  expect((await told()).map(([stepId]) => stepId)).toEqual(["third", "fourth"]);
});

test("that leads have already what ends a sequence is said, with how many get no more than its first mail", async () => {
  sending = await startSendingServer();
  const { client } = sending.person;
  const field = (label: string, kind: "text" | "yesNo") =>
    client("POST /amplify/fields", { body: { label, kind } });
  const [bought, paid] = [await field("Bought", "text"), await field("Paid", "yesNo")];
  const leads = [{ bought: "A print", paid: true }, { paid: false }, {}].map((fields, at) => ({
    firstName: `Lead${at}`,
    email: `lead${at}@in.test`,
    fields,
  }));
  await client("POST /amplify/leads/bulk", { body: { leads } });
  const told = async (
    onField: string,
    { only = 3, change = {} }: { only?: number; change?: object } = {},
  ) => {
    const all = (await client("GET /amplify/leads")) as { _id: string; firstName: string }[];
    const chosen = all.filter(({ firstName }) => firstName < `Lead${only}`).map(({ _id }) => _id);
    const plan = await drafted(sending as SendingServer, {
      kind: "sequence",
      steps: [step("first", 0), step("second", 60)],
      audience: { leads: chosen },
      stop: { onClick: false, onReply: false, onLeaving: false, onField },
      ...change,
    });
    const { checks } = await client("GET /amplify/campaigns/{id}/review", { params: { id: plan._id } });
    return checks
      .filter(({ cause }) => cause.code === "check_stop_field_set")
      .map(({ reason, part, stops }) => [reason, part, stops]);
  };
  const one = (label: string) => [
    [`1 of 3 has something in ${label} already, so it gets the first mail alone`, "when", false],
  ];
  expect(await told(bought._id)).toEqual(one("Bought"));
  // A no is nothing that ends it.
  expect(await told(paid._id)).toEqual(one("Paid"));
  expect(await told(bought._id, { only: 1 })).toEqual([
    ["Everybody has something in Bought already, so nobody gets more than the first mail", "when", false],
  ]);
  expect(await told(bought._id, { change: { steps: [step("first", 0)] } })).toEqual([]);
});

test("a field that was deleted keeps what names it from starting: it would end it for nobody, or at nobody's own hours", async () => {
  sending = await startSendingServer();
  const { client } = sending.person;
  await sending.addLeads(1);
  const { _id: field } = await client("POST /amplify/fields", { body: { label: "Paid", kind: "text" } });
  const stop = { onClick: false, onReply: false, onLeaving: false, onField: field };
  const steps = [step("first", 0), step("second", 60)];
  const window = { days: [1], from: "09:00", to: "17:00" };
  const plans = [
    await drafted(sending, { kind: "sequence", steps, stop }),
    await drafted(sending, { window, zoneField: field }),
    // Which asks neither for anything.
    await drafted(sending, { stop, zoneField: field }),
  ];
  await client("DELETE /amplify/fields/{id}", { params: { id: field } });
  const told = [];
  for (const { _id: id } of plans) {
    const { checks } = await client("GET /amplify/campaigns/{id}/review", { params: { id } });
    told.push(checks.flatMap(({ reason, part, stops }) => (stops ? [[reason, part]] : [])));
  }
  const gone = [["A field that was chosen is not there any more", "when"]];
  expect(told).toEqual([gone, gone, []]);
  const [{ _id: id, version } = { _id: "", version: 0 }] = plans;
  const refused = client("POST /amplify/campaigns/{id}/start", { params: { id }, body: { version } });
  await expect(refused).rejects.toThrow("A field that was chosen is not there any more");
});

test("who waits in a sequence and is not to be mailed any more is told with why, and without a time", async () => {
  sending = await startSendingServer();
  const { client } = sending.person;
  await sending.addLeads(4);
  const plan = await drafted(sending, { kind: "sequence", steps: [step("first", 0), step("second", 60)] });
  const params = { id: plan._id };
  await started(sending, plan, null);
  await until(async () => (await sending?.campaign(plan._id))?.counts.sent === 4);
  const told = async () => {
    const { items } = await client("GET /amplify/campaigns/{id}/leads", { params });
    return items
      .toSorted((a, b) => (a.email ?? "").localeCompare(b.email ?? ""))
      .map(({ reason, dueAt, endedAt }) => [reason, dueAt !== null, endedAt]);
  };
  expect(await told()).toEqual(Array(4).fill([null, true, null]));
  const first = ((await client("GET /amplify/leads")) as Lead[]).find(
    ({ email }) => email === "lead0@in.test",
  );
  if (first === undefined) throw new Error("no lead is there");
  await client("PUT /amplify/leads/{id}", { params: { id: first._id }, body: { ...first, optout: true } });
  const { atomically, tables } = sending.server.core.database;
  const at = Date.now();
  await atomically((write) => ({
    bounced: write.insert(tables.bouncedAddresses).values({
      workspaceId: sending?.person.uid as WorkspaceId,
      at,
      count: 1,
      forGoodAt: at,
      words: "550 Gone",
      emailHash: sending?.server.core.secrets.hashAddress("lead1@in.test") ?? "",
    }),
  }));
  expect(await told()).toEqual([
    ["Opted out", false, null],
    ["Mails to this address came back", false, null],
    [null, true, null],
    [null, true, null],
  ]);
});
