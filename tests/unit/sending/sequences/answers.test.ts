import { expect, test } from "bun:test";
import { and, eq, notInArray } from "drizzle-orm";
import { sequenceWorld, stepOf, workspaceId } from "../../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";

const day = 24 * 60;

eachDatabase("an answer without a subject of its own", (open) => {
  const database = emptyBeforeEach(open);

  /** A sequence in one thread, of whose mails only those named have a subject. */
  async function inOneThread(steps: ReturnType<typeof stepOf>[], written: readonly string[]) {
    const world = await sequenceWorld(database(), { steps });
    const { tables, atomically } = database();
    const { planMails } = tables;
    const isBlank = and(
      notInArray(planMails.variantId, [...written]),
      eq(planMails.workspaceId, workspaceId),
    );
    await atomically((write) => ({ blank: write.update(planMails).set({ subject: "" }).where(isBlank) }));
    return world;
  }

  test("has that of the variant that its lead got, as have the answers to it", async () => {
    const variants = [
      { id: "one.a", share: 50 },
      { id: "one.b", share: 50 },
    ];
    const test = { by: "person", afterMinutes: 60 } as const;
    const answer = { delayMinutes: day, sameThread: true };
    const steps = [stepOf("one", { variants, test }), stepOf("two", answer), stepOf("three", answer)];
    const world = await inOneThread(steps, ["one.a", "one.b"]);
    await world.join(...(await world.addLeads(8)));
    await world.live(3 * day, day / 2);
    const mails = await world.mails();
    const firsts = new Map(
      mails.flatMap(({ step, leadId, subject }) => (step === 0 ? [[leadId, subject]] : [])),
    );
    expect(new Set(firsts.values())).toEqual(new Set(["About one.a", "About one.b"]));
    const answers = mails.filter(({ step }) => step !== 0);
    expect(answers).toHaveLength(2 * 8);
    for (const { leadId, subject } of answers) expect(subject).toBe(`Re: ${firsts.get(leadId)}`);
  });

  test("has that of the mail before the one that was passed over", async () => {
    const steps = [
      stepOf("one"),
      stepOf("two", { delayMinutes: day, condition: { kind: "clicked", link: null } }),
      stepOf("three", { delayMinutes: day, sameThread: true }),
    ];
    const world = await inOneThread(steps, ["one.a", "two.a"]);
    await world.join(...(await world.addLeads(1)));
    await world.live(3 * day, day / 2);
    expect((await world.mails()).map(({ step, subject }) => [step, subject])).toEqual([
      [0, "About one.a"],
      [2, "Re: About one.a"],
    ]);
  });
});
