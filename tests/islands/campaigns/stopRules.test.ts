import { expect, test } from "bun:test";
import type { CampaignPlan } from "../../../contract/schemas/campaignPlan.ts";
import { emptyPlan, nobodyYet, standInComposing } from "../../support/browser/composingStandIn.ts";
import { closesWorkspaces, openWorkspace, someCredential } from "../../support/browser/openWorkspace.ts";
import { fieldLabelled, typeInto } from "../../support/browser/typeInto.ts";

closesWorkspaces();

const leaving = "is in none of the chosen collections any more";

/** What may end a sequence for this audience, as it is offered; ticked rules with a mark before them. */
async function offered(audience: Partial<CampaignPlan["audience"]>, onLeaving = false) {
  const stop = { ...emptyPlan.stop, onLeaving };
  const { answers } = standInComposing({
    kind: "sequence",
    accounts: ["a1"],
    stop,
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

test("a field that was deleted is seen as such where a rule still names it, and can be unticked", async () => {
  const stop = { ...emptyPlan.stop, onField: "gone" };
  const { answers } = standInComposing({ kind: "sequence", accounts: ["a1"], stop });
  const opened = await openWorkspace(
    { credentials: [someCredential] },
    { url: "http://localhost:8000/app#campaigns/c1/compose", answers },
  );
  await opened.settle(() => opened.document.querySelector("#part-when") !== null);
  await opened.act(() => opened.document.querySelector<HTMLElement>("#part-when h3 button")?.click());
  const field = () => opened.document.querySelector<HTMLSelectElement>('select[aria-label="Which field"]');
  await opened.settle(() => field() !== null);
  expect(field()?.selectedOptions[0]?.textContent).toBe("A deleted field");
  const box = field()?.closest(".inline-fields")?.querySelector<HTMLInputElement>("input");
  await opened.act(() => box?.click());
  await opened.settle(() => field() === null);
  await opened.close();
});

test("of the links that a mail may wait for, those of the mails before it are offered", async () => {
  const [first] = emptyPlan.steps;
  if (first === undefined) throw new Error("A draft begins with one mail");
  const stepOf = (id: string, condition: (typeof first)["condition"]) => ({
    ...first,
    id,
    condition,
    variants: [{ id: `${id}.v`, share: 100 }],
  });
  const always = { kind: "always" as const };
  const steps = [stepOf("s1", always), stepOf("s2", { kind: "clicked", link: null }), stepOf("s3", always)];
  const mailTo = (place: string) => ({
    subject: place,
    preview: "",
    html: `<p><a href="https://shop.test/${place}?a=1&amp;b=2">${place}</a></p>`,
  });
  const { answers } = standInComposing(
    { kind: "sequence", accounts: ["a1"], steps, audience: { ...nobodyYet, everyone: true } },
    { "s1.v": mailTo("first"), "s2.v": mailTo("second"), "s3.v": mailTo("third") },
  );
  const opened = await openWorkspace(
    { credentials: [someCredential] },
    {
      url: "http://localhost:8000/app#campaigns/c1/compose",
      answers,
      person: { status: "AMEX" },
      prepare: (window) => {
        window.HTMLFormElement.prototype.submit = () => {};
      },
    },
  );
  await opened.settle(() => opened.document.querySelector("#part-what") !== null);
  await opened.act(() =>
    opened.document.querySelector<HTMLElement>('#part-what h3 [aria-expanded="false"]')?.click(),
  );
  const field = () => opened.document.querySelector<HTMLSelectElement>('select[aria-label="Which link"]');
  await opened.settle(() => field() !== null && opened.document.querySelector(".workspace[inert]") === null);
  await opened.act(() => field()?.focus());
  const offered = () => [...(field()?.options ?? [])].map(({ value }) => value);
  await opened.settle(() => offered().length > 1);
  const asked = opened.callsTo("GET /amplify/campaigns/{id}/mails/{variantId}");
  expect(asked.map(({ url }) => url.pathname.split("/").at(-1))).toEqual(["s1.v"]);
  expect(offered()).toEqual(["", "https://shop.test/first?a=1&b=2"]);
});

test("a rule of a sequence that runs says that it stops nobody before it is chosen", async () => {
  const stand = standInComposing({
    kind: "sequence",
    state: "running",
    accounts: ["a1"],
    audience: { ...nobodyYet, everyone: true },
  });
  stand.rules = ({ stop }) =>
    stop?.onClick
      ? [
          {
            reason: "Not counted",
            cause: { code: "check_stop_uncounted", params: {}, reply: null },
            part: "when",
            stops: false,
            stepId: null,
            variantId: null,
          },
        ]
      : [];
  const opened = await openWorkspace(
    { credentials: [someCredential] },
    { url: "http://localhost:8000/app#campaigns/c1/compose", answers: stand.answers },
  );
  await opened.settle(() => opened.document.querySelector("#part-when") !== null);
  await opened.act(() => opened.document.querySelector<HTMLElement>("#part-when h3 button")?.click());
  const box = () => opened.document.querySelector<HTMLInputElement>(".stop-rules input");
  const note = () => opened.document.getElementById(box()?.getAttribute("aria-describedby") ?? "");
  await opened.settle(() => note() !== null);
  expect(box()?.checked).toBe(false);
  expect(note()?.textContent).toBe("Clicks are not counted, so following a link stops nobody");
  expect(opened.callsTo("PUT /amplify/campaigns/{id}/plan")).toEqual([]);
  await opened.close();
});

test("how the better version is found is not shown as chosen before somebody has chosen it", async () => {
  const variants = ["v1", "v2"].map((id) => ({ id, share: 20 }));
  const steps = emptyPlan.steps.map((step) => ({ ...step, variants, test: null }));
  const stand = standInComposing({ steps }, {});
  const opened = await openWorkspace(
    {},
    {
      url: "http://localhost:8000/app#campaigns/c1/compose",
      answers: stand.answers,
      person: { status: "AMPR" },
    },
  );
  await opened.settle(() => opened.document.querySelector("#part-what") !== null);
  await opened.act(() =>
    opened.document.querySelector<HTMLElement>('#part-what h3 [aria-expanded="false"]')?.click(),
  );
  const rule = () => opened.document.querySelector<HTMLSelectElement>(".test-rule select");
  await opened.settle(() => rule() !== null);
  expect(rule()?.value).toBe("");
  expect(opened.document.querySelector('[aria-label="Time of the test"]')).toBeNull();
  await opened.act(() => typeInto(rule(), "opens"));
  await opened.settle(() => stand.plan.steps[0]?.test !== null);
  expect(stand.plan.steps[0]?.test).toEqual({ by: "opens", afterMinutes: 240 });
  expect([...(rule()?.options ?? [])].map(({ value }) => value)).not.toContain("");
});

test("an account that was removed since it was chosen is seen as such, and can be taken out", async () => {
  const { answers } = standInComposing({ accounts: ["removed", "a1"] });
  const opened = await openWorkspace(
    { credentials: [someCredential] },
    { url: "http://localhost:8000/app#campaigns/c1/compose", answers },
  );
  await opened.settle(() => opened.document.querySelector("#part-when") !== null);
  await opened.act(() => opened.document.querySelector<HTMLElement>("#part-when h3 button")?.click());
  await opened.settle(() => opened.document.querySelector(".account-choices label") !== null);
  const gone = fieldLabelled(opened.document, "A removed account");
  expect(gone.checked).toBe(true);
  await opened.act(() => gone.click());
  const saves = () => opened.callsTo("PUT /amplify/campaigns/{id}/plan");
  await opened.settle(() => saves().length === 1);
  expect(saves()[0]?.body).toMatchObject({ accounts: ["a1"] });
});
