import { afterAll, beforeAll, expect, test } from "bun:test";
import { actInSteps, type Done, undoInSteps } from "../../../cli/commands/leads/inSteps.ts";
import { type Client, unreached } from "../../../contract/client.ts";
import { Refusal } from "../../../contract/errors.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_PLANS: "off" });
  person = await server.signUp();
  const leads = ["Ann", "Ben", "Cid", "Dee", "Eve"].map((firstName) => ({
    firstName,
    email: `${firstName.toLowerCase()}@example.com`,
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
});
afterAll(() => server.close());

const stepMax = 2;
const remove = { action: "delete", which: { matching: {} } } as const;
const countOf = async () =>
  (await person.client("POST /amplify/leads/find", { body: { page: 1, pageSize: 1 } })).total;

/** The same client, by which the calls are counted; the last one that it makes is refused. */
function counting({ callMax = Number.POSITIVE_INFINITY } = {}) {
  let calls = 0;
  const client = ((...call: Parameters<Client>) => {
    calls += 1;
    if (calls > callMax) throw new Refusal("unavailable", "gone");
    return person.client(...call);
  }) as Client;
  return { client, calls: () => calls };
}

test("many leads are deleted in calls that each are soon answered, and come back as one deletion", async () => {
  const { client, calls } = counting();
  const { count, deletionId } = await actInSteps(client, remove, { stepMax });
  expect([count, calls(), await countOf()]).toEqual([5, 3, 0]);
  const back = await undoInSteps(client, deletionId ?? "", { stepMax });
  expect([back, calls(), await countOf()]).toEqual([{ restored: 5, replaced: 0 }, 6, 5]);
});

test("what was deleted before a call fails is known, and can be brought back", async () => {
  const steps: Done[] = [];
  const failing = actInSteps(counting({ callMax: 2 }).client, remove, {
    stepMax,
    onStep: (done) => steps.push(done),
  });
  await expect(failing).rejects.toThrow("gone");
  expect(steps.map(({ count }) => count)).toEqual([2, 4]);
  const back = await undoInSteps(person.client, steps.at(-1)?.deletionId ?? "");
  expect([back, await countOf()]).toEqual([{ restored: 4, replaced: 0 }, 5]);
});

test("what a call deleted whose answer was lost can be brought back, be it the first", async () => {
  const lost = (async (...call: Parameters<Client>) => {
    await person.client(...call);
    throw unreached({});
  }) as Client;
  const steps: Done[] = [];
  const failing = actInSteps(lost, remove, { stepMax, onStep: (done) => steps.push(done) });
  await expect(failing).rejects.toThrow();
  expect([steps, await countOf()]).toEqual([[{ count: 0, deletionId: expect.any(String), isLost: true }], 3]);
  const back = await undoInSteps(person.client, steps[0]?.deletionId ?? "");
  expect([back, await countOf()]).toEqual([{ restored: 2, replaced: 0 }, 5]);
});
