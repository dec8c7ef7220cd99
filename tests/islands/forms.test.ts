import { expect, test } from "bun:test";
import { exact } from "../../contract/texts/en/exact.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someCredential,
  someLead,
  someTemplate,
} from "../support/browser/openWorkspace.ts";

closesWorkspaces();

/** Nothing below the loader can have the focus. */
const uncovered = (opened: OpenedWorkspace) =>
  opened.settle(() => opened.document.querySelector(".loader") === null);
/** What stands below the field that has the focus, as it is read out with it. */
const saidAtFocus = ({ document }: OpenedWorkspace) => {
  const ids = document.activeElement?.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent);
};

test("of fields that are left blank the first has the focus and says so", async () => {
  const opened = await openWorkspace({
    leads: [someLead],
    templates: [someTemplate],
    credentials: [someCredential],
  });
  await uncovered(opened);
  await opened.click(opened.panel("leads"), "Send Email");
  await opened.settle(() => opened.document.querySelector("dialog[open] form") !== null);
  await opened.settle(() => opened.dialog().textContent?.includes("Send to 1") === true);
  await opened.click(opened.dialog(), "Send to 1");
  await opened.settle(() => saidAtFocus(opened).includes(exact.fillAllFields));
  expect(opened.document.activeElement?.getAttribute("name")).toBe("subject");
  await opened.type("Subject", "Spring news");
  await opened.click(opened.dialog(), "Send to 1");
  await opened.settle(() => opened.document.activeElement?.getAttribute("name") === "templateId");
});

test("a name that the server refuses has the focus again, and is sent once however often it is pressed", async () => {
  const message = "Collection already exists";
  const opened = await openWorkspace(
    { leads: [someLead] },
    {
      answers: { "POST /amplify/collections": () => ({ status: 409, body: { message, code: "conflict" } }) },
    },
  );
  await uncovered(opened);
  await opened.click(opened.panel("leads"), "Add a collection");
  await opened.settle(() => opened.document.querySelector("dialog[open] form") !== null);
  await opened.type("Name", "friends");
  await opened.act(() => {
    const [add] = [...opened.dialog().querySelectorAll<HTMLButtonElement>('button[type="submit"]')];
    add?.focus();
    add?.click();
    add?.click();
  });
  await opened.settle(() => saidAtFocus(opened).includes(message));
  expect(opened.callsTo("POST /amplify/collections")).toHaveLength(1);
  await opened.type("Name", "friends of ours");
  await opened.settle(() => !saidAtFocus(opened).includes(message));
});
