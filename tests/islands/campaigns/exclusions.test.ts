import { expect, setDefaultTimeout, test } from "bun:test";
import { reason } from "../../../contract/reasons.ts";
import { emptyPlan, nobodyYet, standInComposing } from "../../support/browser/composingStandIn.ts";
import { closesWorkspaces, openWorkspace, someLead } from "../../support/browser/openWorkspace.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

closesWorkspaces();

test("of two excluded campaigns of one name each opens those who got that one", async () => {
  const leftBy = (excludedId: string) => ({
    reason: "Already got News",
    cause: reason("excluded_campaign", { name: "News" }),
    count: 1,
    excludedId,
  });
  const audience = { ...nobodyYet, everyone: true, not: { ...nobodyYet.not, campaigns: ["n1", "n2"] } };
  const stand = standInComposing({ ...emptyPlan, audience });
  stand.audience = { total: 5, recipients: 3, left: [leftBy("n1"), leftBy("n2")], broken: [] };
  stand.answers["POST /amplify/campaigns/audience/left"] = () => ({
    body: { items: [{ leadId: "l9", email: "zoe@example.com", name: "Zoë" }], next: null },
  });
  const opened = await openWorkspace(
    { leads: [someLead] },
    { url: "http://localhost:8000/app#campaigns/c1/compose", answers: stand.answers },
  );
  // Whom it is for is settled, so that part is folded.
  const folded = () => opened.document.querySelector<HTMLElement>('#part-whom h3 [aria-expanded="false"]');
  await opened.settle(() => folded() !== null);
  await opened.act(() => folded()?.click());
  const reasons = () => opened.document.querySelectorAll<HTMLElement>(".left-out button");
  await opened.settle(() => reasons().length === 2);
  await opened.act(() => reasons()[1]?.click());
  await opened.settle(() => opened.dialog().textContent?.includes("zoe@example.com") === true);
  expect(opened.callsTo("POST /amplify/campaigns/audience/left").map(({ body }) => body)).toEqual([
    { audience, code: "excluded_campaign", excludedId: "n2" },
  ]);
});
