import { expect, test } from "bun:test";
import type { Database } from "../../../../db/database.ts";
import { createLedger } from "../../../../db/stores/campaigns/ledger.ts";
import { systemWaits } from "../../../../server/core/waits.ts";
import { HandOver } from "../../../../server/sending/dispatch/HandOver.ts";
import { Outcomes } from "../../../../server/sending/dispatch/Outcomes.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";
import { claimedMails } from "../../../support/smtp/claimedMails.ts";
import { until } from "../../../support/until.ts";

const [nearMs, farMs] = [1, 20];

eachDatabase("mails that begin", (open) => {
  const database = emptyBeforeEach(open);

  test("are looked at beside each other where the database is far away, each for a connection", async () => {
    const connections = 2;
    const { looks, mails, endMail, answerLook, beginFirst } = await sending(database(), connections);
    await beginFirst(farMs);
    endMail();
    await until(() => looks.length === 1);
    endMail();
    await until(() => looks.length === 2);
    while (mails.begun.length < 6) {
      expect(looks.length + mails.underWay.length).toBeLessThanOrEqual(connections);
      if (looks.length > 0) answerLook(farMs);
      else endMail();
      await turns();
    }
    expect(mails.begun.toSorted()).toEqual(["d0", "d1", "d2", "d3", "d4", "d5"]);
  });

  test("are looked at together where it is near, those that wait for a look by the next one", async () => {
    const { looks, mails, endMail, answerLook, beginFirst } = await sending(database(), 4);
    await beginFirst(nearMs);
    endMail();
    await until(() => looks.length === 1);
    endMail();
    await turns();
    expect(looks).toHaveLength(1);
    answerLook(nearMs);
    await until(() => mails.begun.length === 5 && looks.length === 1);
    answerLook(nearMs);
    await until(() => mails.begun.length === 6);
  });

  test("are looked at beside each other where it is near, too, once many connections wait for that", async () => {
    const { looks, mails, endMail, answerLook, beginFirst } = await sending(database(), 4);
    await beginFirst(nearMs);
    endMail();
    await until(() => looks.length === 1);
    endMail();
    endMail();
    await until(() => looks.length === 2);
    expect(mails.begun).toHaveLength(4);
    answerLook(nearMs);
    answerLook(nearMs);
    await until(() => mails.begun.length === 6);
    expect(new Set(mails.begun).size).toBe(6);
  });

  test("stay until somebody has taken note that they could not be read, and go then", async () => {
    const { looks, mails, endMail, answerLook, beginFirst, handOver } = await sending(database(), 2);
    await beginFirst(farMs);
    endMail();
    await until(() => looks.length === 1);
    looks.pop()?.reject(new Error("the connection was lost"));
    await until(() => handOver.fault !== null);
    endMail();
    await turns();
    expect(looks).toHaveLength(0);
    expect(mails.begun).toHaveLength(2);
    handOver.fault = null;
    handOver.begin();
    await until(() => looks.length === 1);
    answerLook(farMs);
    await until(() => mails.begun.length === 4);
    expect(new Set(mails.begun).size).toBe(4);
  });
});

/** Whatever can go on by itself does. */
async function turns(): Promise<void> {
  for (let nth = 0; nth < 20; nth += 1) await systemWaits.turn();
  await Bun.sleep(20);
}

/** So many connections, and claimed mails: looks are answered, and mails end, when they are told to. */
async function sending(database: Database, connections: number) {
  const ledger = createLedger(database);
  const looks: PromiseWithResolvers<void>[] = [];
  const mails = { begun: [] as string[], underWay: [] as string[] };
  let steadyMs = 0;
  const ready = await claimedMails(database, {
    ...ledger,
    // As where nobody can tell whether anything was written.
    state: () => null,
    async lookAt(asked) {
      const look = Promise.withResolvers<void>();
      looks.push(look);
      await look.promise;
      return ledger.lookAt(asked);
    },
  });
  const handOver: HandOver = new HandOver({
    ready,
    outcomes: new Outcomes({ clock: systemWaits, journal: { isKept: false } }, () => 0),
    clock: { ...systemWaits, steadyMs: () => steadyMs, now: () => 10 },
    mayGo: () => true,
    connections,
    free: () => connections - mails.underWay.length - ready.takingCount,
    send({ delivery }) {
      mails.begun.push(delivery.id);
      mails.underWay.push(delivery.id);
    },
    wake() {},
  });
  const answerLook = (tookMs: number) => {
    steadyMs += tookMs;
    looks.shift()?.resolve();
  };
  return {
    handOver,
    looks,
    mails,
    answerLook,
    endMail() {
      mails.underWay.shift();
      handOver.begin();
    },
    /** As many as there are connections, whose look takes so long. */
    async beginFirst(tookMs: number): Promise<void> {
      handOver.begin();
      await until(() => looks.length === 1);
      answerLook(tookMs);
      await until(() => mails.underWay.length === connections);
    },
  };
}
