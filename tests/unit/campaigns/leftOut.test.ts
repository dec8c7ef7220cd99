import { expect, setDefaultTimeout, test } from "bun:test";
import type { PlanAudience } from "../../../contract/schemas/campaignPlan.ts";
import { nobody } from "../../../server/campaigns/plans/emptyPlan.ts";
import { createPlanAudiences } from "../../../server/campaigns/plans/planAudience.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

const ada = scopeNamed("ada");

eachDatabase("an audience with several exclusions of one kind", (open) => {
  const database = emptyBeforeEach(open);

  async function world() {
    const { core, leads, collections } = leadBook(database());
    const people = { Ann: ["board"], Bea: ["press"], Cem: ["board", "press"], Dan: [], Eve: ["press"] };
    for (const [name, collection] of Object.entries(people))
      await leads.add(ada, { ...leadNamed(name), collection });
    const listed = await collections.list(ada);
    const [board = "", press = ""] = ["board", "press"].map(
      (name) => listed.find((one) => one.name === name)?._id,
    );
    return { audiences: createPlanAudiences(core), board, press };
  }

  const without = (not: Partial<PlanAudience["not"]>): PlanAudience => ({
    ...nobody,
    everyone: true,
    not: { ...nobody.not, ...not },
  });

  test("lists for each of them those who are counted for it", async () => {
    const { audiences, board, press } = await world();
    const audience = without({ collections: [board, press] });
    const { left } = await audiences.count(ada, audience);
    expect(left.map(({ reason, count, excludedId }) => [reason, count, excludedId])).toEqual([
      ["In board, which is left out", 2, board],
      ["In press, which is left out", 2, press],
    ]);
    const emailsFor = async (excludedId?: string) => {
      const page = await audiences.leftOut(ada, { audience, code: "excluded_collection", excludedId });
      return page.items.map(({ email }) => email);
    };
    expect(await emailsFor(board)).toEqual(["ann@example.com", "cem@example.com"]);
    expect(await emailsFor(press)).toEqual(["bea@example.com", "eve@example.com"]);
    expect(await emailsFor()).toHaveLength(4);
    expect(await emailsFor("another")).toEqual([]);
    const asked = { audience, code: "excluded_collection" } as const;
    const { items, next } = await audiences.leftOut(ada, { ...asked, pageSize: 3 });
    expect([items.length, next]).toEqual([3, items.at(-1)?.leadId ?? ""]);
    // A page that holds the last one leads to no other.
    expect((await audiences.leftOut(ada, { ...asked, pageSize: 4 })).next).toBeNull();
  });

  test("tells of a campaign, as of a collection, that it is not there any more and keeps nobody out", async () => {
    const { audiences } = await world();
    const { recipients, broken } = await audiences.count(
      ada,
      without({ campaigns: ["gone"], collections: ["gone"] }),
    );
    expect(recipients).toBe(5);
    expect(broken.map(({ reason }) => reason)).toEqual([
      "A collection that was chosen is not there any more",
      "A campaign that was chosen is not there any more",
    ]);
  });
});
