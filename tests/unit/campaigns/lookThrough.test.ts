import { expect, setDefaultTimeout, test } from "bun:test";
import type { PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import type { PlanMailRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { createAudienceLacks } from "../../../server/campaigns/plans/audienceLacks.ts";
import { nobody as emptyAudience, emptyContent } from "../../../server/campaigns/plans/emptyPlan.ts";
import { createPlanAudiences } from "../../../server/campaigns/plans/planAudience.ts";
import { createLeadFieldReader } from "../../../server/leads/index.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

setDefaultTimeout(60_000);

const ada = scopeNamed("ada");
const bob = scopeNamed("bob");
const hours = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" };

eachDatabase("what leads lack and where they are", (open) => {
  const database = emptyBeforeEach(open);

  async function world() {
    const book = leadBook(database());
    const { core, fields, leads } = book;
    await fields.add(ada, { label: "Company", kind: "text" });
    const tier = await fields.add(ada, { label: "Tier", kind: "choice", choices: ["Gold", "Lead"] });
    const zone = await fields.add(ada, { label: "Zone", kind: "text" });
    const near = await fields.add(ada, {
      label: "Near",
      kind: "choice" as const,
      choices: ["Europe/Vienna", "Asia/Tokyo", "Somewhere"],
    });
    const people = [
      { phone: "1", fields: { company: "Acme", tier: "Gold", zone: "Europe/Vienna", near: "Asia/Tokyo" } },
      { fields: { tier: "Lead", zone: "Europe/Vienna", near: "Somewhere" } },
      { phone: "3", fields: { company: "Zed", zone: "Vienna", near: "Europe/Vienna" } },
      { fields: { zone: "CEST", near: "Asia/Tokyo" } },
      { fields: { company: "Acme", zone: "CEST" } },
      { optout: true, fields: { zone: "CET" } },
    ];
    for (const [at, one] of people.entries()) await leads.add(ada, leadNamed(`Lead${at}`, one as object));
    await leads.add(bob, leadNamed("Stranger"));
    // Whoever had this choice has none any more.
    const [gold] = tier.choices;
    await fields.change({ ...ada, id: tier._id }, { choices: gold === undefined ? [] : [gold] });
    const audiences = createPlanAudiences(core);
    const everyone = { ...emptyAudience, everyone: true };
    const look = createAudienceLacks(core, { leadsAtOnce: 2 });
    return {
      zone,
      near,
      async asked(content: Partial<PlanContent>, html: string) {
        const mails = [{ subject: "", preview: "", html }] as PlanMailRow[];
        const definitions = await createLeadFieldReader(core)(ada);
        return look(await audiences.look(ada, everyone), {
          mails,
          definitions,
          content: { ...emptyContent(core.newId), window: hours, ...content } as PlanContent,
        });
      },
    };
  }

  test("is counted by the database as mails have it, over every stretch of those who are mailed", async () => {
    const { asked } = await world();
    const html = "{{phone}} {{company}} {{tier}} {{firstName}} {{zone|none}} {{nobody}}";
    const { missing, zones, noZone } = await asked({}, html);
    expect([...missing]).toEqual([
      ["phone", 3],
      ["company", 2],
      ["tier", 4],
    ]);
    expect([zones.size, noZone.leads]).toEqual([0, 0]);
  });

  test("is a zone where a field says one, as text or as a choice", async () => {
    const { asked, zone, near } = await world();
    const byText = await asked({ zoneField: zone._id }, "");
    expect([...byText.zones]).toEqual([["Europe/Vienna", 2]]);
    expect(byText.noZone).toEqual({ leads: 3, example: "CEST" });
    const byChoice = await asked({ zoneField: near._id }, "");
    expect([...byChoice.zones].sort()).toEqual([
      ["Asia/Tokyo", 2],
      ["Europe/Vienna", 1],
    ]);
    expect(byChoice.noZone).toEqual({ leads: 1, example: "Somewhere" });
    // At any hour nobody's zone counts.
    expect((await asked({ zoneField: near._id, window: null }, "")).zones.size).toBe(0);
  });
});
