import { expect, test } from "bun:test";
import { reason } from "../../../contract/reasons.ts";
import { standInComposing } from "../../support/browser/composingStandIn.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
} from "../../support/browser/openWorkspace.ts";
import { fieldLabelled, typeInto } from "../../support/browser/typeInto.ts";

closesWorkspaces();

const text = (opened: OpenedWorkspace) => opened.document.body.textContent ?? "";
const nameField = (opened: OpenedWorkspace) =>
  opened.document.querySelector<HTMLInputElement>('[aria-label="Name of the campaign"]');
const saved = (opened: OpenedWorkspace) => opened.document.querySelector(".composing-saved")?.textContent;
const planCall = "GET /amplify/campaigns/{id}/plan";

async function compose(stand: ReturnType<typeof standInComposing>): Promise<OpenedWorkspace> {
  const opened = await openWorkspace(
    {},
    { url: "http://localhost:8000/app#campaigns/c1/compose", answers: stand.answers },
  );
  await opened.settle(() => opened.document.querySelector(".part") !== null);
  return opened;
}

const wordsOf = (opened: OpenedWorkspace) =>
  [...opened.document.querySelectorAll(".part-change")].map(({ textContent }) => textContent);
const tellsOfChange = (opened: OpenedWorkspace) => opened.act(() => opened.socket.change(["campaigns"]));

test("what a colleague saves of the campaign that is composed here is shown", async () => {
  const stand = standInComposing({}, { v1: { subject: "Ours" } });
  const opened = await compose(stand);
  stand.plan = { ...stand.plan, name: "Theirs", version: 9 };
  await tellsOfChange(opened);
  await opened.settle(() => nameField(opened)?.value === "Theirs");

  const ours = stand.mails.get("v1");
  if (ours === undefined) throw new Error("There is no mail");
  stand.mails.set("v1", { ...ours, subject: "Their subject", version: 2 });
  await tellsOfChange(opened);
  await opened.settle(() => text(opened).includes("Their subject"));
  expect(nameField(opened)?.value).toBe("Theirs");
});

test("what a colleague saves takes nothing away that is typed here and not saved yet", async () => {
  const stand = standInComposing();
  const opened = await compose(stand);
  stand.plan = { ...stand.plan, name: "Theirs", version: 9 };
  await opened.act(() => typeInto(nameField(opened), "Mine"));
  await tellsOfChange(opened);
  await opened.settle(() => text(opened).includes("was changed elsewhere meanwhile"));
  expect(nameField(opened)?.value).toBe("Mine");
});

test("a save whose answer was lost on the way is no change by somebody else, also of what was typed on since", async () => {
  const stand = standInComposing({}, { v1: { subject: "Ours" } });
  const losing = [
    "PUT /amplify/campaigns/{id}/plan",
    "PUT /amplify/campaigns/{id}/mails/{variantId}",
  ] as const;
  const lost: string[] = [];
  for (const call of losing) {
    const save = stand.answers[call];
    if (save === undefined) throw new Error(`Nothing answers ${call}`);
    stand.answers[call] = async (asked) => {
      const answer = await save(asked);
      if (lost.includes(call)) return answer;
      lost.push(call);
      throw new Error("the line broke");
    };
  }
  const opened = await compose(stand);
  await opened.act(() => typeInto(nameField(opened), "Lost once "));
  await opened.settle(() => lost.length === 1);
  await opened.act(() => typeInto(nameField(opened), "Lost once, and written on"));
  await opened.settle(() => saved(opened) === "Saved");
  expect(stand.plan.name).toBe("Lost once, and written on");

  await opened.act(() => opened.document.querySelector<HTMLElement>("#part-what h3 button")?.click());
  const subject = () => fieldLabelled(opened.document, "Subject");
  await opened.act(() => typeInto(subject(), "Ours as well"));
  await opened.settle(() => lost.length === 2);
  await opened.settle(() => saved(opened) === "Saved");
  expect(stand.mails.get("v1")?.subject).toBe("Ours as well");

  // What somebody else saved meanwhile is still told.
  lost.length = 0;
  await opened.act(() => typeInto(nameField(opened), "Lost again"));
  await opened.settle(() => lost.length === 1);
  stand.plan = { ...stand.plan, name: "Theirs", version: 99 };
  await opened.settle(() => text(opened).includes("was changed elsewhere meanwhile"));
  expect(stand.plan.name).toBe("Theirs");
});

test("a start that is awaited here leads on to the campaign's page, also where the news of it comes first", async () => {
  const stand = standInComposing({ state: "holding", holdUntil: Date.now() + 60_000 });
  const opened = await compose(stand);
  await opened.settle(() => text(opened).includes("Undo"));
  stand.plan = { ...stand.plan, state: "running", holdUntil: null, version: 9 };
  await tellsOfChange(opened);
  await opened.settle(() => opened.window.location.hash === "#campaigns/c1");
});

test("that a colleague has begun it is seen where it is composed, and the fields stay as they are", async () => {
  const stand = standInComposing();
  const opened = await compose(stand);
  const field = nameField(opened);
  stand.plan = { ...stand.plan, state: "running", version: 5 };
  await tellsOfChange(opened);
  await opened.settle(() => text(opened).includes("This campaign is under way"));
  expect(nameField(opened)).toBe(field);
});

test("that a colleague has deleted it is told where it is composed, and it can be brought back", async () => {
  const stand = standInComposing();
  const opened = await compose(stand);
  const there = stand.answers[planCall];
  opened.server.answers[planCall] = () => ({ status: 404, body: { message: "None", code: "not_found" } });
  await tellsOfChange(opened);
  await opened.settle(() => text(opened).includes("This campaign was deleted elsewhere"));

  opened.server.answers["POST /amplify/campaigns/{id}/restore"] = () => {
    Object.assign(opened.server.answers, { [planCall]: there });
    return { body: { message: "Back" } };
  };
  await opened.click(opened.document, "Bring it back");
  await opened.settle(() => !text(opened).includes("This campaign was deleted elsewhere"));
  expect(nameField(opened)?.value).toBe("Spring news");
});

test("what was sent without being composed lacks nothing, and what is over is only looked at", async () => {
  const stand = standInComposing({ accounts: ["a1"], state: "finished" }, { v1: { subject: "Hello" } });
  const part = (opened: OpenedWorkspace, name: string) =>
    opened.document.querySelector<HTMLElement>(`#part-${name}`);
  const about = { stops: true, part: "whom" as const, stepId: null, variantId: null };
  stand.checks = [{ cause: reason("check_audience_missing"), reason: "Choose whom it is for", ...about }];
  const opened = await compose(stand);
  await opened.settle(() => part(opened, "review")?.dataset.state === "ready");
  expect(part(opened, "whom")?.textContent).toContain("The leads that its send named.");
  expect(text(opened)).not.toContain("still to be filled in");
  expect(wordsOf(opened)).toEqual(["Look", "Look", "Look", "Look"]);
  await opened.act(() => part(opened, "whom")?.querySelector("button")?.click());
  expect(part(opened, "whom")?.textContent).toContain("Its recipients stand on its page.");
  expect(part(opened, "whom")?.dataset.state).toBe("ready");
});

test("of a sequence under way its mails and hours may be changed, and the parts say which", async () => {
  const stand = standInComposing(
    { kind: "sequence", state: "running", accounts: ["a1"] },
    { v1: { subject: "Hi" } },
  );
  expect(wordsOf(await compose(stand))).toEqual(["Look", "Change", "Change", "Look"]);
});
