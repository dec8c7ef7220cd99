import { expect, test } from "bun:test";
import type { CampaignPlan } from "../../../contract/schemas/campaignPlan.ts";
import { emptyPlan, nobodyYet, standInComposing } from "../../support/browser/composingStandIn.ts";
import { closesWorkspaces, openWorkspace, someCredential } from "../../support/browser/openWorkspace.ts";

closesWorkspaces();

const leaving = "is in none of the chosen collections any more";

/** What may end a sequence for this audience, as it is offered; ticked rules with a mark before them. */
async function offered(audience: Partial<CampaignPlan["audience"]>, onLeaving = false) {
  const stop = { ...emptyPlan.stop, onLeaving };
  const { answers } = standInComposing({
    ...{ kind: "sequence", accounts: ["a1"], stop },
    audience: { ...nobodyYet, ...audience },
  });
  const opened = await openWorkspace(
    { credentials: [someCredential], collections: [{ _id: "k1", name: "trial", count: 3 }] },
    { url: "http://localhost:8000/app#campaigns/c1/compose", answers, person: { status: "AMEX" } },
  );
  await opened.settle(() => opened.document.querySelector("#part-when") !== null);
  await opened.act(() =>
    opened.document.querySelector<HTMLElement>('#part-when h3 [aria-expanded="false"]')?.click(),
  );
  await opened.settle(() => opened.document.querySelector(".stop-rules label") !== null);
  const labels = [...opened.document.querySelectorAll(".stop-rules label")];
  await opened.close();
  return labels.map(({ textContent }) => textContent);
}

test("to stop for whoever left a collection is offered where leads come by collections alone", async () => {
  expect(await offered({ collections: ["k1"] })).toContain(leaving);
  expect(await offered({ collections: ["k1"], segments: ["g1"] })).not.toContain(leaving);
  // What was ticked before can be unticked.
  expect(await offered({ collections: ["k1"], everyone: true }, true)).toContain(leaving);
});
