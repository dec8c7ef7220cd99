import { expect, test } from "bun:test";
import type { Lead } from "../../../contract/schemas/lead.ts";
import type { CustomField } from "../../../contract/schemas/leadFields.ts";
import { closesWorkspaces, openWorkspace } from "../../support/browser/openWorkspace.ts";

closesWorkspaces();

const town: CustomField = {
  _id: "f1",
  key: "town",
  label: "Town",
  kind: "text",
  choices: [],
  position: 0,
  createdAt: 0,
};
const ann: Lead = {
  _id: "l1",
  firstName: "Ann",
  lastName: "Lee",
  email: "ann@example.com",
  phone: "1",
  createdAt: 0,
  collection: [],
  optout: false,
  emailCount: 0,
  openedCount: 0,
  fields: { town: "Ulm" },
};

/** The form of a lead, which a colleague changes while it is open. */
async function editing(...later: Partial<Lead>[]) {
  const states = [...later];
  let now: Lead = ann;
  const opened = await openWorkspace(
    { leads: [ann] },
    {
      answers: {
        "GET /amplify/fields": () => ({ body: [town] }),
        "GET /amplify/leads/{id}": () => {
          now = { ...now, ...states.shift() };
          return { body: now };
        },
        "PUT /amplify/leads/{id}": () => ({ body: ann }),
      },
    },
  );
  await opened.click(opened.panel("leads"), "Edit Ann Lee");
  await opened.settle(() => opened.dialog().textContent?.includes("Town") === true);
  const said = () => opened.document.querySelector('dialog[open] [role="alert"]')?.textContent ?? "";
  const sent = () => opened.callsTo("PUT /amplify/leads/{id}").map(({ body }) => body);
  const save = () => opened.click(opened.dialog(), "Save lead");
  const isDone = () => opened.document.querySelector("dialog[open]") === null;
  return { opened, said, sent, save, isDone };
}

test("what somebody else wrote into a field that was changed here is told, and replaced only at another press", async () => {
  const { opened, said, sent, save, isDone } = await editing({
    lastName: "Roe",
    phone: "2",
    fields: { town: "" },
  });
  await opened.type("Last name", "Leigh");
  await opened.type("Town", "Bonn");
  await save();
  await opened.settle(() => said() !== "");
  expect(said()).toBe(
    "Somebody else changed this lead meanwhile: Last name is “Roe” now, Town is empty now. To put yours in its place, save again.",
  );
  expect(sent()).toEqual([]);
  await save();
  await opened.settle(isDone);
  // What was not touched here is as the colleague has it.
  expect(sent()).toMatchObject([{ lastName: "Leigh", phone: "2", fields: { town: "Bonn" } }]);
});

test("a field that changes once more before the second press is told of once more", async () => {
  const { opened, said, save, sent } = await editing({ lastName: "Roe" }, { lastName: "Rae" });
  await opened.type("Last name", "Leigh");
  await save();
  await opened.settle(() => said().includes("“Roe”"));
  await save();
  await opened.settle(() => said().includes("“Rae”"));
  expect(sent()).toEqual([]);
});

test("two who write the same do not hear of each other", async () => {
  const { opened, save, sent, isDone } = await editing({ lastName: "Leigh" });
  await opened.type("Last name", "Leigh");
  await save();
  await opened.settle(isDone);
  expect(sent()).toMatchObject([{ lastName: "Leigh" }]);
});
