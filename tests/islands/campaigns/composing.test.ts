import { expect, test } from "bun:test";
import { reason } from "../../../contract/reasons.ts";
import type { CampaignPlan } from "../../../contract/schemas/campaignPlan.ts";
import { emptyPlan, nobodyYet, standInComposing } from "../../support/browser/composingStandIn.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someCredential,
  someLead,
  someTemplate,
} from "../../support/browser/openWorkspace.ts";
import { buttonNamed, fieldLabelled, typeInto } from "../../support/browser/typeInto.ts";
import { wholeCampaign } from "../../support/smtp/wholeCampaign.ts";

closesWorkspaces();

const stored = {
  leads: [someLead],
  templates: [someTemplate],
  credentials: [someCredential],
  collections: [{ _id: "k1", name: "newsletter", count: 411 }],
};
const premium = { status: "AMPR" };
const planCall = "PUT /amplify/campaigns/{id}/plan";
const mailCall = "PUT /amplify/campaigns/{id}/mails/{variantId}";
const text = (opened: OpenedWorkspace) => opened.document.body.textContent ?? "";
const saved = (opened: OpenedWorkspace) => opened.document.querySelector(".composing-saved")?.textContent;
const nameField = (opened: OpenedWorkspace) =>
  opened.document.querySelector<HTMLInputElement>('[aria-label="Name of the campaign"]');
const part = (opened: OpenedWorkspace, name: string) => {
  const found = opened.document.querySelector<HTMLElement>(`#part-${name}`);
  if (found === null) throw new Error(`There is no part ${name}`);
  return found;
};
const openPart = (opened: OpenedWorkspace, name: string) =>
  opened.act(() => part(opened, name).querySelector<HTMLElement>('h3 [aria-expanded="false"]')?.click());
const planBodies = (opened: OpenedWorkspace) => opened.callsTo(planCall).map(({ body }) => body);
const address = (opened: OpenedWorkspace) => opened.window.location.hash;

const written = { subject: "Hello {{firstName}}", html: "<p>Hi</p>" };
const audience = { ...nobodyYet, collections: ["k1"] };
const ready: Partial<CampaignPlan> = { audience, accounts: ["a1"] };

async function compose(
  stand: ReturnType<typeof standInComposing>,
  options: { person?: { status: string }; hash?: string } = {},
): Promise<OpenedWorkspace> {
  const opened = await openWorkspace(stored, {
    url: `http://localhost:8000/app${options.hash ?? "#campaigns/c1/compose"}`,
    answers: stand.answers,
    // There is no server that a mail could be posted to, to be shown by itself.
    prepare: (window) => {
      window.HTMLFormElement.prototype.submit = () => {};
    },
    ...(options.person ? { person: options.person } : {}),
  });
  await opened.settle(() => opened.document.querySelector(".part") !== null);
  return opened;
}

test("what is written saves itself in one call once nobody writes, and the page says so", async () => {
  const opened = await compose(standInComposing());
  expect(saved(opened)).toBe("Saved");
  await opened.act(() => typeInto(nameField(opened), "Spring"));
  await opened.act(() => typeInto(nameField(opened), "Spring in Oslo"));
  expect(saved(opened)).toBe("Not saved yet");
  await opened.settle(() => saved(opened) === "Saved");
  expect(planBodies(opened)).toEqual([{ version: 4, name: "Spring in Oslo" }]);
});

test("whoever leaves within the moment before a save loses nothing", async () => {
  const opened = await compose(standInComposing());
  await opened.act(() => typeInto(nameField(opened), "Spring in Oslo"));
  await opened.act(() => opened.document.getElementById("tab-leads")?.click());
  await opened.settle(() => address(opened) === "#leads");
  expect(planBodies(opened)).toEqual([{ version: 4, name: "Spring in Oslo" }]);
});

test("what was saved elsewhere meanwhile is told, and mine may go over it", async () => {
  const stand = standInComposing();
  const opened = await compose(stand);
  stand.plan = { ...stand.plan, name: "Theirs", zone: "Asia/Tokyo", version: 9 };
  await opened.act(() => typeInto(nameField(opened), "Mine"));
  await opened.settle(() => text(opened).includes("was changed elsewhere meanwhile"));
  expect(stand.plan.name).toBe("Theirs");
  await opened.click(opened.document, "Save mine over it");
  await opened.settle(() => saved(opened) === "Saved");
  expect([stand.plan.name, stand.plan.zone]).toEqual(["Mine", "Asia/Tokyo"]);
});

test("what was saved elsewhere meanwhile may stay instead, and is shown", async () => {
  const stand = standInComposing();
  const opened = await compose(stand);
  stand.plan = { ...stand.plan, name: "Theirs", version: 9 };
  await opened.act(() => typeInto(nameField(opened), "Mine"));
  await opened.settle(() => text(opened).includes("was changed elsewhere meanwhile"));
  await opened.click(opened.document, "Load what was saved elsewhere");
  await opened.settle(() => nameField(opened)?.value === "Theirs");
  expect([saved(opened), stand.plan.name]).toEqual(["Saved", "Theirs"]);
});

test("what cannot be saved is kept and told, and is not left behind unasked", async () => {
  const stand = standInComposing();
  const save = stand.answers[planCall];
  stand.answers[planCall] = () => {
    throw new Error("the line is down");
  };
  const opened = await compose(stand);
  await opened.act(() => typeInto(nameField(opened), "Kept"));
  await opened.settle(() => saved(opened) === "Not saved");
  await opened.act(() => opened.document.getElementById("tab-leads")?.click());
  await opened.settle(() => opened.document.querySelector("dialog[open]") !== null);
  expect(address(opened)).toBe("#campaigns/c1/compose");
  await opened.click(opened.dialog(), "Stay here");
  expect(nameField(opened)?.value).toBe("Kept");

  opened.server.answers[planCall] = save as NonNullable<typeof save>;
  await opened.act(() => opened.document.getElementById("tab-leads")?.click());
  await opened.settle(() => address(opened) === "#leads");
  expect(stand.plan.name).toBe("Kept");
});

test("whom it is for is counted as it is chosen, and each reason opens who is left out for it", async () => {
  const stand = standInComposing();
  const left = {
    reason: "Had a mail in the last 7 days",
    cause: reason("excluded_recent", { days: 7 }),
    count: 9,
  };
  stand.audience = { total: 411, recipients: 402, left: [left], broken: [] };
  stand.answers["POST /amplify/campaigns/audience/left"] = () => ({
    body: { items: [{ leadId: "l9", email: "zoe@example.com", name: "Zoë" }], next: null },
  });
  const opened = await compose(stand);
  await opened.act(() => fieldLabelled(opened.document, "Add a collection").click());
  await opened.act(() => opened.document.querySelector<HTMLElement>('[role="option"]')?.click());
  await opened.settle(() => text(opened).includes("402 people get it"));
  await opened.act(() => opened.document.querySelector<HTMLElement>(".left-out button")?.click());
  await opened.settle(() => opened.dialog().textContent?.includes("zoe@example.com") === true);
  expect(opened.dialog().textContent).toContain("Had a mail in the last 7 days");
  expect(opened.callsTo("POST /amplify/campaigns/audience/left").map(({ body }) => body)).toEqual([
    { audience, code: "excluded_recent" },
  ]);
  await opened.settle(() => saved(opened) === "Saved");
  expect(stand.plan.audience).toEqual(audience);
});

test("a second version of a mail begins as a copy, and shares and rule go to the server", async () => {
  const stand = standInComposing(ready, { v1: written });
  const opened = await compose(stand, { person: premium });
  await openPart(opened, "what");
  await opened.click(opened.document, "Try another version beside it (A/B)");
  await opened.settle(() => stand.mails.size === 2 && saved(opened) === "Saved");
  const [step] = stand.plan.steps;
  expect(step?.variants.map(({ share }) => share)).toEqual([20, 20]);
  expect(step?.test).toEqual({ by: "clicks", afterMinutes: 240 });
  expect(text(opened)).toContain("The other 60% get the one");
  expect([...stand.mails.values()].map(({ subject, html }) => [subject, html])).toEqual([
    [written.subject, written.html],
    [written.subject, written.html],
  ]);
});

test("a deleted version comes back with what was written in it", async () => {
  const stand = standInComposing(ready, { v1: written });
  const opened = await compose(stand, { person: premium });
  await openPart(opened, "what");
  await opened.click(opened.document, "Try another version beside it (A/B)");
  await opened.settle(() => stand.mails.size === 2 && saved(opened) === "Saved");
  const before = stand.plan.steps;
  await opened.click(opened.document, "Delete Variant A");
  await opened.settle(() => saved(opened) === "Saved" && stand.plan.steps[0]?.variants.length === 1);
  expect(stand.plan.steps[0]?.test).toBeNull();
  await opened.click(part(opened, "what"), "Undo");
  await opened.settle(() => saved(opened) === "Saved" && stand.plan.steps[0]?.variants.length === 2);
  expect(stand.plan.steps).toEqual(before);
});

test("without the plan for it a second version is no button, and the plan for it is named", async () => {
  const stand = standInComposing(ready, { v1: written });
  const plan = { plan: "free", leadsMax: 50, abTesting: false, advancedAnalytics: false, api: false };
  stand.answers["GET /amplify/plan"] = () => ({ body: { ...plan, automation: false } });
  const opened = await compose(stand);
  await openPart(opened, "what");
  await opened.settle(() => part(opened, "what").textContent.includes("come with Premium"));
  expect(part(opened, "what").textContent).not.toContain("Try another version beside it (A/B)");
});

test("where the installation has no plans, a second version is offered to everybody", async () => {
  const stand = standInComposing(ready, { v1: written });
  const plan = { plan: "free", leadsMax: null, abTesting: true, advancedAnalytics: true, api: true };
  stand.answers["GET /amplify/plan"] = () => ({ body: { ...plan, automation: true } });
  const opened = await compose(stand);
  await openPart(opened, "what");
  await opened.settle(() => text(opened).includes("Try another version beside it (A/B)"));
  expect(part(opened, "what").textContent).not.toContain("come with Premium");
});

test("a follow-up makes a sequence of it, three days later", async () => {
  const stand = standInComposing(ready, { v1: written });
  const opened = await compose(stand);
  await openPart(opened, "what");
  await opened.click(opened.document, "Add a follow-up");
  await opened.settle(() => stand.plan.steps.length === 2 && saved(opened) === "Saved");
  expect([stand.plan.kind, stand.plan.steps[1]?.delayMinutes]).toEqual(["sequence", 3 * 24 * 60]);
});

test("where the plan has no sequences, that is said once there are two mails, with the way to upgrade", async () => {
  const stand = standInComposing(ready, { v1: written });
  const plan = { plan: "premium", leadsMax: 1_000, abTesting: true, advancedAnalytics: true, api: true };
  stand.answers["GET /amplify/plan"] = () => ({ body: { ...plan, automation: false } });
  const opened = await compose(stand);
  await openPart(opened, "what");
  await opened.settle(() => part(opened, "what").textContent.includes("Try another version beside it (A/B)"));
  const ends = () => [...part(opened, "what").querySelectorAll(".plan-end")];
  expect(ends()).toHaveLength(0);
  await opened.click(opened.document, "Add a follow-up");
  await opened.settle(() => ends().length === 1);
  expect(ends()[0]?.textContent).toContain(
    "Sequences of mails come with Enterprise; you can write one before.",
  );
  expect(ends()[0]?.querySelector("a")?.getAttribute("href")).toBe("/pricing");
});

test("a template's content is taken over by one mail, without what was typed meanwhile being lost", async () => {
  const stand = standInComposing(ready);
  const opened = await compose(stand);
  await openPart(opened, "what");
  await opened.type("Subject", "Hello");
  await opened.click(part(opened, "what"), "Choose a template");
  await opened.settle(() => opened.dialog().querySelector(".template-cards button") !== null);
  await opened.act(() => opened.dialog().querySelector<HTMLElement>(".template-cards button")?.click());
  await opened.settle(() => saved(opened) === "Saved" && text(opened).includes("from the template Welcome"));
  expect(opened.callsTo(mailCall).map(({ body }) => body)).toEqual([
    { version: 0, subject: "Hello", templateId: "t1" },
  ]);
});

test("the button has the exact number; a start saves first, and Undo makes a draft of it again", async () => {
  const stand = standInComposing(ready, { v1: written });
  stand.audience = { total: 411, recipients: 402, left: [], broken: [] };
  const opened = await compose(stand);
  await opened.settle(() => text(opened).includes("Send to 402 people"));
  await opened.click(opened.document, "Send to 402 people");
  await opened.settle(() => opened.document.querySelector(".holding") !== null);
  expect(opened.document.querySelector('.holding [aria-live="assertive"]')?.textContent).toBe(
    "Starts in 30 seconds. Undo takes it back.",
  );
  await opened.click(opened.document.querySelector(".holding") as HTMLElement, "Undo");
  await opened.settle(() => opened.document.querySelector(".holding") === null);
  expect(stand.plan.state).toBe("draft");
  expect(text(opened)).toContain("nothing was sent, and it is a draft again");
  await opened.settle(() => text(opened).includes("Send to 402 people"));
});

test("once the seconds are over one is led on to the campaign", async () => {
  const stand = standInComposing({ ...ready, state: "holding", holdUntil: Date.now() + 60 }, { v1: written });
  const opened = await compose(stand);
  stand.plan = { ...stand.plan, state: "running" };
  await opened.settle(() => address(opened) === "#campaigns/c1");
});

test("a check leads to the mail that it is about", async () => {
  const stand = standInComposing(ready, { v1: { ...written, subject: "" } });
  const cause = reason("check_subject_missing");
  const place = { stepId: "s1", variantId: "v1", part: "what" as const, stops: true };
  stand.checks = [{ cause, reason: "A subject is missing", ...place }];
  const opened = await compose(stand);
  await openPart(opened, "review");
  await opened.settle(() => text(opened).includes("One thing to look at first"));
  expect(buttonNamed(opened.document, "Send to 3 people").disabled).toBe(true);
  await opened.click(part(opened, "review"), "Show: A subject is missing");
  expect(part(opened, "what").dataset.open).toBe("true");
  expect(fieldLabelled(part(opened, "what"), "Subject").closest("#mail-v1")).not.toBeNull();
});

test("of a sequence under way whom it is for is fixed, and its hours are not", async () => {
  const stand = standInComposing({ ...ready, kind: "sequence", state: "running" }, { v1: written });
  const opened = await compose(stand);
  expect(text(opened)).toContain("This sequence is under way.");
  await openPart(opened, "whom");
  expect(fieldLabelled(opened.document, "Add a collection").closest("fieldset:disabled")).not.toBeNull();
  await openPart(opened, "when");
  const hours = opened.document.querySelector<HTMLInputElement>('input[name="hours"]');
  expect([hours?.disabled, hours?.closest("fieldset:disabled")]).toEqual([false, null]);
});

test("a campaign that is not there is told, with the way back", async () => {
  const opened = await openWorkspace(stored, { url: "http://localhost:8000/app#campaigns/gone/compose" });
  await opened.settle(() => text(opened).includes("Back to your campaigns"));
  // Trying again would find no more of it.
  expect(text(opened)).not.toContain("Try again");
  await opened.click(opened.document, "Back to your campaigns");
  expect(address(opened)).toBe("#campaigns");
});

test("the send dialog leads on with everything that was filled in", async () => {
  const stand = standInComposing({ ...emptyPlan, version: 0 });
  stand.answers["POST /amplify/campaigns"] = ({ body }) => {
    Object.assign(stand.plan, body);
    return { status: 201, body: stand.plan };
  };
  const leads = [someLead, { ...someLead, _id: "l2", firstName: "Bob", email: "bob@example.com" }];
  const opened = await openWorkspace({ ...stored, leads }, { answers: stand.answers });
  const pick = () => opened.document.querySelector<HTMLElement>('[aria-label="Select Ann Lee"]');
  await opened.settle(() => pick() !== null);
  await opened.act(() => pick()?.click());
  await opened.click(opened.panel("leads"), "Send Email");
  await opened.settle(() => opened.dialog().textContent?.includes("1 selected lead") === true);
  await opened.settle(() => opened.dialog().textContent?.includes("Compose a campaign") === true);
  await opened.type("Subject", "Spring news");
  await opened.type("Template", "t1");
  await opened.click(opened.dialog(), "Compose a campaign");
  await opened.settle(() => address(opened) === "#campaigns/c1/compose");
  expect(stand.plan.audience).toEqual({ ...nobodyYet, leads: ["l1"] });
  expect(stand.plan.accounts).toEqual(["a1"]);
  expect([...stand.mails.values()].map(({ subject, templateId }) => [subject, templateId])).toEqual([
    ["Spring news", "t1"],
  ]);
  await opened.settle(() => text(opened).includes("1 picked lead"));
});

test("who got a campaign is left out by its name, also one of the archive, and what nobody got is not offered", async () => {
  const one = { ...wholeCampaign, state: "finished" as const, createdAt: Date.UTC(2026, 3, 9, 12) };
  const subject = "Hello {{firstName|you}}";
  const current = [
    { ...one, _id: "g1", name: "Spring news", subject },
    { ...one, _id: "g2", name: "", subject },
    { ...one, _id: "g3", name: "Not yet", subject, state: "draft" as const },
  ];
  const archived = [{ ...one, _id: "g4", name: "Winter news", subject, archivedAt: 9 }];
  const stand = standInComposing({ audience: { ...audience, not: { ...nobodyYet.not, campaigns: ["g4"] } } });
  stand.answers["GET /amplify/campaigns"] = ({ url }) => ({
    body: url.searchParams.get("archived") === "true" ? archived : current,
  });
  const opened = await compose(stand);
  await openPart(opened, "whom");
  await opened.settle(() => part(opened, "whom").textContent?.includes("Winter news") === true);
  expect(part(opened, "whom").textContent).not.toContain("A deleted campaign");
  const offered = [...part(opened, "whom").querySelectorAll('[role="option"]')].map(
    (option) => option.textContent ?? "",
  );
  expect(offered.filter((option) => option.includes("Apr"))).toEqual([
    expect.stringMatching(/^Spring news *Apr 9/),
    expect.stringMatching(/^Hello you *Apr 9/),
  ]);
});
