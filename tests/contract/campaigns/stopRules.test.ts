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
    ...{ trackOpens: false, trackClicks: false },
  });
  const params = { id: plan._id };
  const told = async () => {
    const { checks } = await client("GET /amplify/campaigns/{id}/review", { params });
    return checks
      .filter(({ cause }) => cause.code.endsWith("_uncounted"))
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
    ["first", "Opens are not counted, so no variant can win by them", ...["what", false]],
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
});
