import { afterEach, expect, test } from "bun:test";
import { hourMs, minuteMs } from "../../../contract/limits/units.ts";
import { eachDatabase, emptyBeforeEach, type OpenEmpty } from "../../support/db/databases.ts";
import { until } from "../../support/until.ts";
import { answering, type Behaviour } from "../../support/webhooks/receiver.ts";
import { closeWorlds, filled, newReceiver, worldOf } from "../../support/webhooks/webhookWorld.ts";

afterEach(closeWorlds);

/** What a receiver does that is written as our guide says: it keeps what it does not know yet by its id, and then answers. */
function bookkeeper() {
  const log = new Map<string, string>();
  let doubled = 0;
  const noted =
    (answers: (isNew: boolean) => Behaviour): Behaviour =>
    (request, response, incoming) => {
      const id = request.headers["webhook-id"] ?? "";
      const known = log.get(id);
      if (known === undefined) log.set(id, request.body);
      else {
        doubled += 1;
        expect(request.body).toBe(known);
      }
      answers(known === undefined)(request, response, incoming);
    };
  return { log, noted, doubled: () => doubled };
}

const later =
  (behave: Behaviour): Behaviour =>
  (...args) =>
    void setTimeout(() => behave(...args), 25);
const breaking: Behaviour = (_, response) => void response.destroy();

eachDatabase("a receiver that fails for an hour, answers slowly, redirects inside and restarts", (open) => {
  const database = emptyBeforeEach(open);

  test("has each event once in its log, by its id, in the end", async () => {
    const world = worldOf(database);
    await filled(database());
    const [receiver, inside] = [await newReceiver(), await newReceiver()];
    const { log, noted, doubled } = bookkeeper();
    await world.hook("hook", receiver);
    const isAskedMore = async (times: number) => {
      const before = receiver.asked.length;
      await until(() => {
        world.clock.time += minuteMs;
        return receiver.asked.length >= before + times;
      });
    };

    receiver.behaves(answering(503));
    await world.addLeads(20);
    world.run();
    await until(() => receiver.asked.length > 0);
    const began = world.clock.time;
    while (world.clock.time < began + 60 * minuteMs) await isAskedMore(1);
    expect(log.size).toBe(0);
    // Ever more rarely: each event a few times, and no more than a knock every now and then.
    expect(receiver.asked.length).toBeGreaterThan(8);
    expect(receiver.asked.length).toBeLessThan(100);

    // So slowly that the line breaks before half of its answers: we cannot know that it has them.
    receiver.behaves(noted((isNew) => later(isNew && log.size % 2 === 0 ? breaking : answering(200))));
    await world.addLeads(10);
    await until(() => {
      world.clock.time += minuteMs;
      return log.size === 30 && doubled() > 0;
    });

    receiver.behaves(answering(307, { location: inside.url }));
    await world.addLeads(10);
    await isAskedMore(3);
    expect(log.size).toBe(30);

    await receiver.close();
    await world.addLeads(5);
    await until(async () => {
      world.clock.time += minuteMs;
      return (await world.reasons("hook")).includes("webhook_unreached");
    });
    await receiver.again();
    receiver.behaves(noted(() => answering(204)));
    await until(async () => {
      world.clock.time += minuteMs;
      return (await world.states("hook")).every((state) => state === "delivered");
    });

    expect([...log.keys()].sort()).toEqual(await world.event());
    expect(log.size).toBe(45);
    expect(inside.asked).toEqual([]);
    expect(world.paused).toEqual([]);
  });
});

eachDatabase("a server that is killed between an event's commit and its delivery", (open) => {
  test("loses none, whichever of its commits it dies at, and the receiver knows the doubled ones", async () => {
    const moments = ["before", "after"] as const;
    let died = 0;
    for (let commit = 1; ; commit += 1) {
      const before = died;
      for (const when of moments) if (await diesIn(open, { commit, when })) died += 1;
      if (died === before) break;
    }
    // It takes the webhook, keeps what it says, writes what came of it, and lets go: twice four moments. By the last, when it
    // has let go, all is told, and nobody waits for a death any more.
    expect(died).toBeGreaterThanOrEqual(7);
  }, 120_000);
});

type Death = { commit: number; when: "before" | "after" };

/** Whether a server got to that death before all was told; another one tells the rest. */
async function diesIn(open: OpenEmpty, death: Death): Promise<boolean> {
  const database = await open();
  const world = worldOf(() => database);
  await filled(database);
  const receiver = await newReceiver();
  const { log, noted } = bookkeeper();
  receiver.behaves(noted(() => answering(204)));
  await world.hook("hook", receiver);
  await world.addLeads(3);
  const isAllTold = async () => (await world.states("hook")).every((state) => state === "delivered");
  const { webhooks } = database.tables;
  const isLetGo = async () =>
    (await database.read.select({ holder: webhooks.holder }).from(webhooks)).every(
      ({ holder }) => holder === null,
    );
  const dying = world.runUntilKilled(death);
  // All is told before it lets go, which it may die at as well.
  await until(async () => dying.isDead() || ((await isAllTold()) && (await isLetGo())));
  const isDead = dying.isDead();
  // By then nobody has the webhook any more.
  world.clock.time += 2 * hourMs;
  world.run();
  await until(isAllTold);
  expect([...log.keys()].sort()).toEqual(await world.event());
  await closeWorlds();
  await database.close();
  return isDead;
}
