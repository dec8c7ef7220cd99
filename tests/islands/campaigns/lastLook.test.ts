import { expect, test } from "bun:test";
import { reason } from "../../../contract/reasons.ts";
import type { CampaignReview } from "../../../contract/schemas/campaignPlan.ts";
import { emptyPlan, nobodyYet, standInComposing } from "../../support/browser/composingStandIn.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someCredential,
} from "../../support/browser/openWorkspace.ts";

closesWorkspaces();

const [first] = emptyPlan.steps;
if (first === undefined) throw new Error("A draft begins with one mail");
const steps = ["v1", "v2", "v3"].map((id, at) => ({
  ...first,
  id: `s${at}`,
  variants: [{ id, share: 100 }],
}));
const written = { subject: "Hello", preview: "For {{firstName}}", html: "<p>Hi</p>" };
const people = ["Ann", "Beta", "Cem"];
const leadIds = people.map((_, at) => `l${at + 1}`);

/** The review of a sequence of three mails, with what it found and with three leads to look at it as. */
async function review(checks: CampaignReview["checks"], unknown: string[] = []) {
  const audience = { ...nobodyYet, collections: ["k1"] };
  const stand = standInComposing(
    { kind: "sequence", steps, audience, accounts: ["a1"] },
    { v1: written, v2: written, v3: written },
  );
  stand.checks = checks;
  const answered = stand.answers["GET /amplify/campaigns/{id}/review"];
  const page = await openWorkspace(
    { credentials: [someCredential], collections: [{ _id: "k1", name: "newsletter", count: 3 }] },
    {
      url: "http://localhost:8000/app#campaigns/c1/compose",
      answers: {
        ...stand.answers,
        "GET /amplify/campaigns/{id}/review": (call) => {
          const found = answered?.(call) as { body: CampaignReview } | undefined;
          return { body: { ...found?.body, sampleLeadIds: leadIds } };
        },
        "POST /email/preview": ({ body }) => {
          const at = leadIds.indexOf((body as { leadId?: string }).leadId ?? "");
          const name = people[at] ?? "yourself";
          const preview = (body as { preview?: string }).preview?.replace("{{firstName}}", name) ?? "";
          const mail = { subject: `Hello ${name}`, preview, html: "<p>Hi</p>", text: `Hi ${name}` };
          return { body: { ...mail, to: `${name}@example.com`, missing: [], unknown, bytes: 9 } };
        },
      },
      prepare: (window) => {
        window.HTMLFormElement.prototype.submit = () => {};
      },
    },
  );
  const opened = page;
  await opened.settle(() => opened.document.querySelector("#part-review") !== null);
  await opened.act(() =>
    opened.document.querySelector<HTMLElement>('#part-review h3 [aria-expanded="false"]')?.click(),
  );
  return opened;
}

const shown = (opened: OpenedWorkspace) => opened.document.querySelector(".lead-preview")?.textContent ?? "";

test("what is said of several mails alike stands there once, with how many they are", async () => {
  const cause = reason("check_mail", { kind: "text", text: "There is no unsubscribe link" });
  const said = (variantId: string, text: string) => ({
    cause,
    reason: text,
    stepId: `s${Number(variantId[1]) - 1}`,
    variantId,
    part: "what" as const,
    stops: false,
  });
  const checks = ["v1", "v2", "v3"].map((id) => said(id, "There is no unsubscribe link"));
  const opened = await review([
    ...checks,
    {
      ...said("v2", "A link leads nowhere"),
      cause: reason("check_mail", { kind: "text", text: "A link leads nowhere" }),
    },
  ]);
  await opened.settle(() => opened.document.querySelector(".check-list") !== null);
  const rows = [...opened.document.querySelectorAll(".check-list li > span:not(.badge)")];
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "In 3 mails: There is no unsubscribe link",
    "Mail 2: A link leads nowhere",
  ]);
  const heading = opened.document.querySelector("#part-review h4")?.textContent;
  expect(heading).toBe("2 things to look at first");
  expect(opened.document.querySelector("#part-review h3")?.textContent).toContain("2 things");
});

test("the mail is looked at as one lead after the other gets it", async () => {
  const opened = await review([]);
  await opened.settle(() => shown(opened).includes("Ann@example.com"));
  expect(shown(opened)).toContain("Hello Ann For Ann");
  // Each by itself, since one that is written from right to left would go through the other.
  const alone = [...opened.document.querySelectorAll(".preview-envelope bdi")];
  expect(alone.map(({ textContent }) => textContent)).toEqual(["Hello Ann", "For Ann"]);
  expect(shown(opened)).toContain("1 of 3");
  const button = (label: string) =>
    opened.document.querySelector<HTMLButtonElement>(`.lead-preview [aria-label="${label}"]`);
  expect(button("Previous lead")?.getAttribute("aria-disabled")).toBe("true");
  // Under the loader nothing takes the focus.
  await opened.settle(() => opened.document.querySelector(".workspace[inert]") === null);
  await opened.act(() => button("Next lead")?.focus());
  await opened.act(() => button("Next lead")?.click());
  await opened.settle(() => shown(opened).includes("Beta@example.com"));
  await opened.act(() => button("Next lead")?.click());
  await opened.settle(() => shown(opened).includes("Cem@example.com"));
  // At the last one the focus is still where it was.
  expect(button("Next lead")?.getAttribute("aria-disabled")).toBe("true");
  expect(opened.document.activeElement?.getAttribute("aria-label")).toBe("Next lead");
  await opened.act(() => button("Previous lead")?.click());
  await opened.settle(() => shown(opened).includes("Hello Beta"));
  expect(shown(opened)).toContain("2 of 3");
});

test("a field that there is none of is said to go out as it is written, and not to stay blank", async () => {
  const opened = await review([], ["compnay"]);
  await opened.settle(() => shown(opened).includes("{{compnay}}"));
  expect(shown(opened)).toContain("There is no such field, so it goes out as written: {{compnay}}");
  expect(shown(opened)).not.toContain("Blank");
});

test("that nothing can go is told of whom it is for, not of a draft for which nobody is chosen yet", async () => {
  const whenOf = async (audience: typeof nobodyYet) => {
    const stand = standInComposing({ audience, accounts: ["a1"] });
    const cause = reason(audience === nobodyYet ? "check_audience_missing" : "check_nobody");
    const place = { stepId: null, variantId: null, part: "whom" as const, stops: true };
    stand.checks = [{ cause, reason: "", ...place }];
    const url = "http://localhost:8000/app#campaigns/c1/compose";
    const page = await openWorkspace({ credentials: [someCredential] }, { url, answers: stand.answers });
    const said = () => page.document.querySelector("#part-when")?.textContent ?? "";
    return { page, said };
  };
  const chosen = await whenOf({ ...nobodyYet, collections: ["k1"] });
  await chosen.page.settle(() => chosen.said().includes("Begins at once. Nothing can go as it is."));
  await chosen.page.close();
  const fresh = await whenOf(nobodyYet);
  await fresh.page.settle(() => fresh.said().includes("Begins at once."));
  await fresh.page.settle(() => fresh.page.callsTo("GET /amplify/campaigns/{id}/review").length > 0);
  expect(fresh.said()).not.toContain("Nothing can go");
});

test("a sequence for whoever joins is started though nobody is there yet", async () => {
  const audience = { ...nobodyYet, collections: ["k1"], joinLater: true };
  const stand = standInComposing({ kind: "sequence", audience, accounts: ["a1"] }, { v1: written });
  stand.audience = { total: 0, recipients: 0, left: [], broken: [] };
  const opened = await openWorkspace(
    { credentials: [someCredential] },
    { url: "http://localhost:8000/app#campaigns/c1/compose", answers: stand.answers },
  );
  const start = "Start the sequence for whoever joins";
  await opened.settle(() => opened.document.body.textContent?.includes(start) === true);
  expect(opened.document.querySelector("#part-when")?.textContent).not.toContain("Nothing can go");
  await opened.click(opened.document, start);
  await opened.settle(() => opened.document.querySelector(".holding") !== null);
});

test("what is found in what a mail says leads to its content, and what may stand in its subject there", async () => {
  const found = (variantId: string, kind: string) => ({
    cause: reason("check_mail", { kind, text: kind }),
    reason: kind,
    stepId: `s${Number(variantId[1]) - 1}`,
    variantId,
    part: "what" as const,
    stops: false,
  });
  const opened = await review([found("v2", "samples"), found("v3", "unknownFields")]);
  await opened.settle(() => opened.document.querySelectorAll(".check-list li").length === 2);
  // Under the loader nothing takes the focus.
  await opened.settle(() => opened.document.querySelector(".workspace[inert]") === null);
  const focused = () => opened.document.activeElement;
  const label = (element: Element | null) => (element as HTMLInputElement | null)?.labels?.[0]?.textContent;
  await opened.click(opened.document, "Show: Mail 2: samples");
  await opened.settle(() => typeof focused()?.closest("#mail-v2")?.id === "string");
  expect(focused()?.getAttribute("aria-label")).toBe("Edit Mail 2");
  await opened.act(() =>
    opened.document.querySelector<HTMLElement>('#part-review h3 [aria-expanded="false"]')?.click(),
  );
  await opened.click(opened.document, "Show: Mail 3: unknownFields");
  await opened.settle(() => typeof focused()?.closest("#mail-v3")?.id === "string");
  expect(label(focused())).toBe("Subject");
});

test("in the list on a phone a mail without a preview line begins with its own first words", async () => {
  const html =
    '<style>p { color: red }</style><div style="display:none">&#847;&zwnj;&nbsp;</div><h1>Hello {{firstName|friend}},</h1><p>the shop   opens.</p>';
  const audience = { ...nobodyYet, collections: ["k1"] };
  const { answers } = standInComposing(
    { audience, accounts: ["a1"] },
    { v1: { subject: "News", preview: "", html } },
  );
  const opened = await openWorkspace(
    { credentials: [someCredential] },
    {
      url: "http://localhost:8000/app#campaigns/c1/compose",
      answers,
      prepare: (window) => {
        window.HTMLFormElement.prototype.submit = () => {};
      },
    },
  );
  const line = () => opened.document.querySelector(".phone-preview")?.textContent;
  await opened.settle(() => opened.document.querySelector("#part-what") !== null);
  await opened.act(() =>
    opened.document.querySelector<HTMLElement>('#part-what h3 [aria-expanded="false"]')?.click(),
  );
  await opened.settle(() => line()?.startsWith("Hello") === true);
  expect(line()).toBe("Hello Ann, the shop opens.");
  await opened.type("Preview line", "From Monday on");
  await opened.settle(() => line() === "From Monday on");
});

test("of a campaign that is over it is told when it began and how it went", async () => {
  const stand = standInComposing({
    state: "finished",
    audience: { ...nobodyYet, everyone: true },
    accounts: ["a1"],
  });
  const url = "http://localhost:8000/app#campaigns/c1/compose";
  const page = await openWorkspace({ credentials: [someCredential] }, { url, answers: stand.answers });
  const said = (selector: string) => page.document.querySelector(selector)?.textContent ?? "";
  await page.settle(() => said("#part-when").includes("Began at once."));
  expect(said(".composing-head")).toContain("This campaign is over");
  expect(said(".composing-head")).toContain("See how it went");
});
