import { expect, test } from "bun:test";
import type { CampaignPlan, CampaignStep } from "../../../contract/schemas/campaignPlan.ts";
import { emptyPlan, nobodyYet, standInComposing } from "../../support/browser/composingStandIn.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someCredential,
  someLead,
  someTemplate,
} from "../../support/browser/openWorkspace.ts";
import { buttonNamed, typeInto } from "../../support/browser/typeInto.ts";

closesWorkspaces();

const day = 24 * 60;
const [first] = emptyPlan.steps as [CampaignStep];
const second = { ...first, id: "s2", delayMinutes: 3 * day, variants: [{ id: "v2", share: 100 }] };
const third = { ...first, id: "s3", delayMinutes: day, variants: [{ id: "v3", share: 100 }] };
const running: Partial<CampaignPlan> = {
  kind: "sequence",
  state: "running",
  accounts: ["a1"],
  steps: [first, second, third],
  audience: { ...nobodyYet, everyone: true },
};
const written = { subject: "Hello", html: "<p>Hi</p>" };
const planCall = "PUT /amplify/campaigns/{id}/plan";

/** Nothing is shown on a layer above others here. */
const prepare = (window: OpenedWorkspace["window"]) =>
  Object.assign(window.HTMLElement.prototype, { hidePopover() {} });

async function opened({ mail = "" } = {}) {
  const stand = standInComposing(running, { v1: written, v2: written, v3: written });
  stand.standing = {
    open: 100,
    isApplying: false,
    steps: [
      { stepId: "s1", came: 120, mails: 120, toCome: 0, isBehind: true },
      { stepId: "s2", came: 34, mails: 30, toCome: 66, isBehind: false },
      { stepId: "s3", came: 0, mails: 0, toCome: 100, isBehind: false },
    ],
  };
  const there = await openWorkspace(
    { leads: [someLead], templates: [someTemplate], credentials: [someCredential] },
    { url: `http://localhost:8000/app#campaigns/c1/compose${mail}`, answers: stand.answers, prepare },
  );
  await there.settle(() => there.document.querySelector(".part") !== null);
  if (mail === "")
    await there.act(() => there.document.querySelector<HTMLElement>("#part-what h3 button")?.click());
  await there.settle(() => there.document.querySelectorAll(".step-standing").length === 3);
  // Under the loader nothing can be pressed, and nothing takes the focus.
  await there.settle(() => there.document.querySelector(".workspace[inert]") === null);
  return { stand, there };
}

const step = (there: OpenedWorkspace, id: string) => {
  const found = there.document.querySelector<HTMLElement>(`#step-${id}`);
  if (found === null) throw new Error(`There is no step ${id}`);
  return found;
};
const itemsOf = (there: OpenedWorkspace, id: string) => [
  ...step(there, id).querySelectorAll<HTMLElement>('.step-head [role="menuitem"]'),
];
const sentPlans = (there: OpenedWorkspace) => there.callsTo(planCall).map(({ body }) => body as CampaignPlan);
const isSaved = (there: OpenedWorkspace) =>
  there.document.querySelector(".composing-saved")?.textContent === "Saved";

test("of a sequence under way the page says who is past each step, and who is still to come", async () => {
  const { there } = await opened();
  const told = [...there.document.querySelectorAll(".step-standing")].map(({ textContent }) => textContent);
  expect(told).toEqual([
    "120 leads got it. Nobody else is on the way to it, so what it says cannot be changed any more.",
    "30 leads got it. 4 leads have passed this step: they do not get it. 66 leads are still to come to it.",
    "100 leads are still to come to it.",
  ]);
});

test("what a mail says can be read and not written once nobody is still to get it", async () => {
  const { there } = await opened();
  const lines = (id: string) =>
    [...step(there, id).querySelectorAll<HTMLInputElement>(".mail-card .editor-merge input")].map((field) => [
      field.value,
      field.readOnly,
    ]);
  const buttons = (id: string) => step(there, id).querySelectorAll(".mail-content .actions:not([hidden])");
  expect([lines("s1"), lines("s2")]).toEqual([
    [
      ["Hello", true],
      ["", true],
    ],
    [
      ["Hello", false],
      ["", false],
    ],
  ]);
  expect([buttons("s1").length, buttons("s2").length]).toEqual([0, 1]);
});

test("at the address of a mail that nobody is still to get it is shown among the others, and not opened to be written", async () => {
  const { there } = await opened({ mail: "/v1" });
  expect(there.document.querySelector(".mail-editor")).toBeNull();
  expect(there.document.querySelector<HTMLElement>("#mail-v1")?.dataset.shown).toBe("true");
  there.window.location.hash = "#campaigns/c1/compose/v2";
  await there.settle(() => there.document.querySelector(".mail-editor") !== null);
});

test("a changed time is kept and does not hold before it is applied", async () => {
  const { stand, there } = await opened();
  await there.act(() => typeInto(step(there, "s2").querySelector(".number-field input"), "1"));
  await there.settle(() => isSaved(there) && sentPlans(there).length === 1);
  expect(stand.plan.steps).toEqual([first, second, third]);
  expect(stand.plan.nextSteps).toEqual([first, { ...second, delayMinutes: day }, third]);
  expect(there.document.querySelector(".steps-pending")?.textContent).toContain("gets that mail at once");

  await there.click(there.document, "Apply the changes");
  await there.settle(() => there.document.querySelector(".steps-pending") === null);
  expect(stand.plan.steps[1]?.delayMinutes).toBe(day);
  expect(stand.plan.nextSteps).toBeNull();
  await there.settle(() => there.document.activeElement?.id === "add-mail");
});

test("changed steps say what is not counted before they are applied", async () => {
  const { stand, there } = await opened();
  const notes = () => there.document.querySelector(".steps-pending .rule-notes")?.textContent ?? "";
  stand.rules = ({ steps = [] }) =>
    steps
      .filter(({ condition }) => condition.kind === "notOpened")
      .map(({ id }) => ({
        reason: "",
        cause: { code: "check_not_opened_uncounted", params: {}, reply: null },
        part: "what",
        stops: false,
        stepId: id,
        variantId: null,
      }));
  await there.act(() => typeInto(step(there, "s2").querySelector(".number-field input"), "1"));
  await there.settle(() => there.document.querySelector(".steps-pending") !== null);
  expect(notes()).toBe("");
  const whom = step(there, "s2").querySelector<HTMLSelectElement>('option[value="notOpened"]')?.parentElement;
  await there.act(() => typeInto(whom as HTMLElement, "notOpened"));
  await there.settle(() => notes() !== "");
  expect(notes()).toBe(
    "Mail 2: Opens are not counted, so this mail also goes to whoever opened the one before",
  );
  expect(stand.plan.steps).toEqual([first, second, third]);
});

test("a mail between two others says at once who is past its place, and waits until it is written", async () => {
  const { stand, there } = await opened();
  await there.act(() =>
    itemsOf(there, "s1")
      .find(({ textContent }) => textContent === "Add a mail after this one")
      ?.click(),
  );
  await there.settle(() => stand.plan.nextSteps?.length === 4);
  const [, added] = stand.plan.nextSteps ?? [];
  expect(step(there, added?.id ?? "").querySelector(".step-standing")?.textContent).toBe(
    "34 leads have passed this step: they do not get it. 66 leads are still to come to it.",
  );
  expect(there.document.querySelector(".steps-pending")?.textContent).toContain(
    "Still without a subject or a content: Mail 2.",
  );
  expect(buttonNamed(there.document, "Apply the changes").disabled).toBe(true);

  await there.click(there.document, "Discard them");
  await there.settle(() => isSaved(there) && stand.plan.nextSteps === null);
  expect(there.document.querySelectorAll(".step")).toHaveLength(3);
});

test("what leads have come to can neither be moved nor deleted, and what they have not can", async () => {
  const { there } = await opened();
  const offered = (id: string) => itemsOf(there, id).map(({ textContent }) => textContent);
  expect(offered("s2")).toEqual(["Add a mail after this one", "Duplicate"]);
  expect(offered("s3")).toEqual(["Add a mail after this one", "Duplicate", "Move up", "Delete"]);
});

test("what the server refuses of changed steps is told where they are applied, and stays to be mended", async () => {
  const { stand, there } = await opened();
  await there.act(() => typeInto(step(there, "s3").querySelector(".number-field input"), "9"));
  await there.settle(() => isSaved(there) && sentPlans(there).length === 1);
  const message = "This campaign has begun, so its steps cannot be changed any more";
  there.server.answers[planCall] = () => ({
    status: 409,
    body: { message, code: "conflict", reason: "plan_part_fixed", params: { part: "steps" }, reply: null },
  });
  await there.click(there.document, "Apply the changes");
  await there.settle(() => there.document.querySelector(".steps-pending .field-error") !== null);
  expect(there.document.querySelector(".steps-pending .field-error")?.textContent).toBe(message);
  expect(stand.plan.nextSteps?.[2]?.delayMinutes).toBe(9 * day);
});
