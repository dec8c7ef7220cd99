import { expect, test } from "bun:test";
import { closesWorkspaces, openWorkspace } from "../../support/browser/openWorkspace.ts";

closesWorkspaces();

const spring = { _id: "c1", name: "spring", count: 2 };
const summer = { _id: "c2", name: "summer", count: 1 };

/** The dialog in which spring is merged into summer, whose first call breaks off. */
async function merging(second: () => { status?: number; body: unknown }) {
  let [calls, there] = [0, [spring, summer]];
  const opened = await openWorkspace(
    { collections: there },
    {
      prepare: (window) => Object.assign(window.HTMLElement.prototype, { hidePopover() {} }),
      answers: {
        "GET /amplify/collections": () => ({ body: there }),
        "POST /amplify/collections/{id}/merge": () => {
          calls += 1;
          if (calls > 1) return second();
          return { status: 503, body: { message: "The server stops.", code: "unavailable" } };
        },
      },
    },
  );
  await opened.settle(() => opened.panel("leads").textContent?.includes("spring") === true);
  const chip = [...opened.panel("leads").querySelectorAll("button")].find((each) =>
    each.textContent?.startsWith("spring"),
  );
  await opened.act(() => chip?.click());
  await opened.click(opened.panel("leads"), "Change spring");
  await opened.click(opened.document, "Merge into…");
  await opened.click(opened.dialog(), "Merge");
  await opened.settle(() => opened.dialog().textContent?.includes("The server stops.") === true);
  return { opened, leave: () => (there = [summer]) };
}

test("a merge of collections that breaks off says what may have become of the leads, and goes on with a press", async () => {
  const { opened } = await merging(() => ({ body: { ...summer, count: 3 } }));
  expect(opened.dialog().textContent).toContain("the rest is still in “spring”, and nobody is lost");
  await opened.click(opened.dialog(), "Merge");
  await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  expect(opened.document.body.textContent).toContain("“spring” is now part of “summer”.");
});

test("a merge whose answer was lost once all was done says so when it is asked for again", async () => {
  const { opened, leave } = await merging(() => ({
    status: 404,
    body: { message: "There is no such collection", code: "not_found" },
  }));
  leave();
  await opened.click(opened.dialog(), "Merge");
  await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  expect(opened.document.body.textContent).toContain("“spring” is now part of “summer”.");
});

test("collections that could not be loaded are said to be missing, and asked for again with a press", async () => {
  let answer: { status?: number; body: unknown } = { status: 500, body: {} };
  const opened = await openWorkspace({}, { answers: { "GET /amplify/collections": () => answer } });
  const text = () => opened.panel("leads").textContent ?? "";
  await opened.settle(() => text().includes("Your collections could not be loaded."));
  answer = { body: [spring] };
  await opened.click(opened.panel("leads"), "Try again");
  await opened.settle(() => text().includes("spring"));
  expect(text()).not.toContain("could not be loaded");
});
