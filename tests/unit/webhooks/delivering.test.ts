import { afterEach, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { hourMs, minuteMs, secondMs } from "../../../contract/limits/units.ts";
import { createWebhookLogStore } from "../../../db/stores/webhooks/deliveryLog.ts";
import { createWebhookStore } from "../../../db/stores/webhooks/webhooks.ts";
import { newWebhookSecret } from "../../../server/webhooks/signing.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { until } from "../../support/until.ts";
import { answering, type Behaviour } from "../../support/webhooks/receiver.ts";
import {
  closeWorlds,
  filled,
  newReceiver,
  type Receiver,
  workspaceId,
  worldOf,
} from "../../support/webhooks/webhookWorld.ts";

afterEach(closeWorlds);

const unique = (ids: readonly string[]) => [...new Set(ids)].sort();

eachDatabase("a webhook", (open) => {
  const database = emptyBeforeEach(open);

  test("is told each event once, signed by the secret it was given, while others of it are slow, dead or endless", async () => {
    const world = worldOf(database);
    await filled(database());
    const receivers = (await Promise.all([1, 2, 3, 4, 5].map(newReceiver))) as [
      Receiver,
      Receiver,
      Receiver,
      Receiver,
      Receiver,
    ];
    const [good, silent, endless, redirecting, dripping] = receivers;
    const inside = await newReceiver();
    silent.behaves(() => {});
    endless.behaves((_, response) => {
      response.writeHead(500);
      const more = () => response.destroyed || response.write(Buffer.alloc(65_536), () => setImmediate(more));
      more();
    });
    redirecting.behaves(answering(307, { location: inside.url }));
    dripping.behaves(((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("."), 5);
      response.on("close", () => clearInterval(timer));
    }) satisfies Behaviour);
    const secret = await world.hook("good", good);
    for (const [index, receiver] of receivers.slice(1).entries()) await world.hook(`bad${index}`, receiver);
    await world.addLeads(40);
    world.run();
    await until(async () => (await world.states("good")).every((state) => state === "delivered"));
    expect(good.idsTaken().sort()).toEqual(await world.event());
    for (const { headers, body } of good.took)
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    const [request] = good.took;
    expect(() =>
      new Webhook(newWebhookSecret()).verify(request?.body ?? "", request?.headers ?? {}),
    ).toThrow();
    await until(() => redirecting.asked.length > 0 && endless.asked.length > 0);
    expect(inside.asked).toEqual([]);
    expect(await world.states("bad0")).not.toContain("delivered");
  });
});

eachDatabase("a webhook that is told of one lead", (open) => {
  const database = emptyBeforeEach(open);

  test("is told in order of what one lead went through, and never two of it at once", async () => {
    const world = worldOf(database);
    await filled(database());
    const receiver = await newReceiver();
    await world.hook("hook", receiver);
    const atOnce = new Map<string, number>();
    let most = 0;
    receiver.behaves(({ body }, response) => {
      const { subject } = JSON.parse(body);
      atOnce.set(subject, (atOnce.get(subject) ?? 0) + 1);
      most = Math.max(most, atOnce.get(subject) ?? 0);
      setTimeout(() => {
        atOnce.set(subject, (atOnce.get(subject) ?? 0) - 1);
        response.writeHead(204).end();
      }, 3);
    });
    const { webhookWants, leads } = database().tables;
    await database().atomically((write) => ({
      wants: write.insert(webhookWants).values({ workspaceId, type: "lead.updated", webhookId: "hook" }),
    }));
    await world.addLeads(3);
    for (const firstName of ["A", "B", "C", "D"])
      await database().atomically((write) => ({
        changed: write
          .update(leads)
          .set({ firstName })
          .where(and(eq(leads.workspaceId, workspaceId), eq(leads.phone, ""))),
      }));
    world.run();
    await until(async () => (await world.states("hook")).every((state) => state === "delivered"));
    const told = receiver.asked.map(({ body }) => JSON.parse(body) as { subject: string; number: number });
    for (const lead of unique(told.map(({ subject }) => subject))) {
      const numbers = told.filter(({ subject }) => subject === lead).map(({ number }) => number);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }
    expect(most).toBe(1);
  });
});

eachDatabase("a webhook that cannot be reached", (open) => {
  const database = emptyBeforeEach(open);

  test("is paused after a day with a word of it, and keeps what waited for when it goes on", async () => {
    const world = worldOf(database);
    await filled(database());
    const receiver = await newReceiver();
    await world.hook("hook", receiver);
    receiver.behaves(answering(500));
    await world.addLeads(3);
    const began = world.clock.time;
    world.run();
    for (let step = 0; step < 600 && world.paused.length === 0; step += 1) {
      world.clock.time += 10 * minuteMs;
      await Bun.sleep(8);
    }
    expect(world.paused).toEqual(["hook: webhook_given_up"]);
    expect(world.clock.time - began).toBeGreaterThan(23 * hourMs);
    expect(await world.states("hook")).toContain("given_up");
    await world.addLeads(1);
    receiver.behaves(answering(200));
    await createWebhookStore(database()).resume({ workspaceId, id: "hook" }, ["lead.created"]);
    await createWebhookLogStore(database()).redeliverSpan({
      workspaceId,
      id: "hook",
      from: 0,
      to: Date.now() * 2,
      states: ["given_up"],
      countMax: 99,
    });
    await until(async () => (await world.states("hook")).every((state) => state === "delivered"));
    expect(receiver.idsTaken().sort()).toEqual(await world.event());
    expect(receiver.idsTaken()).toHaveLength(3);
  });

  test("is paused at once where it answers 410, and waits as long as Retry-After says within bounds", async () => {
    const world = worldOf(database);
    await filled(database());
    const [gone, busy] = [await newReceiver(), await newReceiver()];
    await world.hook("gone", gone);
    await world.hook("busy", busy);
    gone.behaves(answering(410));
    busy.behaves(answering(503, { "retry-after": "1800" }));
    await world.addLeads(1);
    world.run();
    await until(() => world.paused.length > 0 && busy.asked.length > 0);
    expect(world.paused).toEqual(["gone: webhook_gone"]);
    const [row] = await createWebhookLogStore(database()).page({
      workspaceId,
      id: "busy",
      before: null,
      sizeMax: 1,
    });
    await until(async () => (await world.states("busy")).length === 1 && busy.asked.length === 1);
    world.clock.time += 29 * minuteMs;
    await Bun.sleep(30);
    expect(busy.asked).toHaveLength(1);
    world.clock.time += 2 * minuteMs;
    await until(() => busy.asked.length === 2);
    expect(row?.eventId).toBe(busy.asked[1]?.headers["webhook-id"] ?? "");
  });
});

eachDatabase("a webhook that takes some events and fails for others each time", (open) => {
  const database = emptyBeforeEach(open);

  test("is told the ones meanwhile, and tried with the others for a day before it is paused", async () => {
    const world = worldOf(database);
    await filled(database());
    const receiver = await newReceiver();
    await world.hook("hook", receiver);
    const failed = new Set(Array.from({ length: 10 }, (_, index) => `lead${index + 1}`));
    receiver.behaves((request, ...rest) =>
      answering(failed.has(JSON.parse(request.body).subject) ? 500 : 204)(request, ...rest),
    );
    await world.addLeads(40);
    const began = world.clock.time;
    world.run();
    const delivered = async () =>
      (await world.states("hook")).filter((state) => state === "delivered").length;
    await until(async () => {
      world.clock.time += secondMs;
      return (await delivered()) === 30;
    });
    for (let step = 0; step < 450 && world.paused.length === 0; step += 1) {
      await world.addLeads(1);
      world.clock.time += 20 * minuteMs;
      await Bun.sleep(8);
    }
    expect(world.paused).toEqual(["hook: webhook_given_up"]);
    expect(world.clock.time - began).toBeGreaterThan(23 * hourMs);
    expect(await delivered()).toBeGreaterThan(30);
    // Each time that it seemed to be back one of them was tried beside its schedule, which goes on as it would have.
    const log = createWebhookLogStore(database());
    const rows = await log.page({ workspaceId, id: "hook", before: null, sizeMax: 999 });
    const counted = rows.filter(({ subject }) => failed.has(subject)).map(({ attempts }) => attempts);
    const asked = receiver.asked.filter(({ body }) => failed.has(JSON.parse(body).subject));
    expect(asked.length).toBeGreaterThan(counted.reduce((sum, attempts) => sum + attempts, 0));
  });
});

eachDatabase("a webhook that was away", (open) => {
  const database = emptyBeforeEach(open);

  test("is told all that waits once it takes an event that it failed for, before the time of their next tries", async () => {
    const world = worldOf(database);
    await filled(database());
    const receiver = await newReceiver();
    await world.hook("hook", receiver);
    receiver.behaves(answering(503));
    await world.addLeads(10);
    world.run();
    const log = createWebhookLogStore(database());
    const rows = () => log.page({ workspaceId, id: "hook", before: null, sizeMax: 99 });
    const isTold = ({ state }: { state: string }) => state === "delivered";
    await until(async () => {
      world.clock.time += minuteMs;
      return (await rows()).some(({ attempts }) => attempts >= 4);
    });
    receiver.behaves(answering(204));
    // Half an hour before that one is due.
    await until(async () => {
      const all = await rows();
      if (!all.some(isTold)) world.clock.time += minuteMs;
      return all.every(isTold);
    });
    expect(receiver.idsTaken().sort()).toEqual(await world.event());
  });
});
