import { expect, test } from "bun:test";
import type { Progress } from "../../contract/realtime/messages.ts";
import type { StandInAnswer } from "../support/browser/fetchStandIn.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someCredential,
  someLead,
  someTemplate,
} from "../support/browser/openWorkspace.ts";

closesWorkspaces();

const stored = {
  leads: [someLead],
  templates: [someTemplate],
  credentials: [someCredential],
  collections: [{ _id: "k1", name: "customers", count: 1 }],
};
const lists = [
  "GET /amplify/auth/credentials",
  "GET /amplify/collections",
  "GET /amplify/imports",
  "GET /amplify/leads",
  "GET /templates/summaries",
] as const;
/** How often each list was asked for since `before`. */
const asked = (opened: OpenedWorkspace, before: readonly number[] = lists.map(() => 0)) =>
  lists.map((key, index) => opened.callsTo(key).length - (before[index] ?? 0));
const unavailable: StandInAnswer = { status: 503, body: { message: "Busy", code: "unavailable" } };

test("on opening each list is asked for once, also where several panels and a dialog show it", async () => {
  const opened = await openWorkspace(stored);
  await opened.click(opened.panel("leads"), "Send Email");
  await opened.settle(() => opened.document.querySelector("dialog[open] form") !== null);
  await opened.settle(() => opened.dialog().textContent?.includes("Me <me@example.com>") === true);
  // The leads are asked for twice: those that are shown, and how many there are in all.
  expect(asked(opened)).toEqual([1, 1, 1, 2, 1]);
});

test("a lead that is changed has the leads and their counts asked for again, and nothing else", async () => {
  const opened = await openWorkspace(stored, {
    answers: { "PUT /amplify/leads/{id}": () => ({ body: someLead }) },
  });
  const before = asked(opened);
  await opened.click(opened.panel("leads"), "Edit Ann Lee");
  await opened.settle(
    () => opened.document.querySelector("dialog[open]")?.textContent?.includes("Save lead") === true,
  );
  await opened.click(opened.dialog(), "Save lead");
  await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  await opened.settle(() => asked(opened, before)[3] === 2);
  expect(asked(opened, before)).toEqual([0, 1, 0, 2, 0]);
});

test("a send that ends, wherever it began, has leads and accounts asked for again, and nothing else", async () => {
  const leads = [someLead];
  const opened = await openWorkspace({ ...stored, leads });
  await opened.act(() => opened.socket.tell({ success: 1 }));
  const before = asked(opened);
  leads[0] = { ...someLead, firstName: "Anna" };
  await opened.act(() => opened.socket.tell({ seq: 2, success: 10, running: false, state: "finished" }));
  await opened.settle(() => opened.panel("leads").textContent?.includes("Anna Lee") === true);
  expect(asked(opened, before)).toEqual([1, 0, 0, 2, 0]);
});

test("with however many campaigns a connection begins, what rests on them is asked for once", async () => {
  const opened = await openWorkspace(stored);
  await opened.settle(() => opened.socket.opened() === 1);
  const before = asked(opened);
  const rests = { code: "account_rests", params: {}, reply: null } as unknown as Progress["waitingCause"];
  // In one breath, however busy the machine is.
  await opened.act(() => {
    for (const campaignId of ["c1", "c2", "c3"]) opened.socket.tell({ campaignId, waitingCause: rests });
  });
  await opened.settle(() => asked(opened, before)[0] === 1);
  // Asked for after all of them, so nothing of before is on its way any more.
  await opened.act(() => opened.socket.change(["collections"]));
  await opened.settle(() => asked(opened, before)[1] === 1);
  expect(asked(opened, before)).toEqual([1, 1, 0, 0, 0]);
});

test("what somebody else changes is asked for again, and nothing else; topics of a newer server are let be", async () => {
  const collections = [...stored.collections];
  const opened = await openWorkspace({ ...stored, collections });
  await opened.settle(() => opened.socket.opened() === 1);
  const before = asked(opened);
  collections.push({ _id: "k2", name: "theirs", count: 0 });
  await opened.act(() => opened.socket.change(["collections", "inventions"]));
  await opened.settle(() => opened.panel("leads").textContent?.includes("theirs") === true);
  expect(asked(opened, before)).toEqual([0, 1, 0, 0, 0]);
});

test("what somebody else changes waits while the page is touched, and comes when it rests", async () => {
  const opened = await openWorkspace(stored);
  await opened.settle(() => opened.socket.opened() === 1);
  const before = asked(opened);
  const { Event } = opened.window;
  await opened.act(() => {
    opened.window.dispatchEvent(new Event("pointermove"));
    opened.socket.change(["leads"]);
    opened.socket.change(["leads", "collections"]);
  });
  expect(asked(opened, before)).toEqual([0, 0, 0, 0, 0]);
  await opened.settle(() => asked(opened, before)[3] === 2);
  expect(asked(opened, before)).toEqual([0, 1, 0, 2, 0]);
});

test("what happened while the server was not heard shows once it is heard again", async () => {
  const collections = [...stored.collections];
  const opened = await openWorkspace({ ...stored, collections });
  await opened.settle(() => opened.socket.opened() === 1);
  collections.push({ _id: "k2", name: "meanwhile", count: 0 });
  await opened.act(() => opened.socket.drop());
  await opened.settle(() => opened.socket.opened() === 2);
  await opened.settle(() => opened.panel("leads").textContent?.includes("meanwhile") === true);
});

test("a list that could not be loaded says why and how to go on, and is there after Try again", async () => {
  let fails = true;
  const opened = await openWorkspace(stored, {
    answers: {
      "GET /amplify/auth/credentials": () => (fails ? unavailable : { body: [someCredential] }),
    },
  });
  const accounts = opened.panel("accounts");
  await opened.settle(() => accounts.querySelector('[role="alert"]') !== null);
  expect(accounts.textContent).toContain("Your accounts could not be loaded. Busy");
  expect(opened.callsTo("GET /amplify/auth/credentials")).toHaveLength(1);
  fails = false;
  await opened.click(accounts, "Try again");
  await opened.settle(() => accounts.textContent?.includes("me@example.com") === true);
  expect(accounts.querySelector('[role="alert"]')).toBeNull();
});

test("a list that could not be loaded anew stays as it was, with what went wrong above it", async () => {
  let fails = false;
  const opened = await openWorkspace(stored, {
    answers: {
      "GET /amplify/leads": () =>
        fails ? unavailable : { body: { items: [someLead], total: 1, page: 1, pageSize: 100 } },
    },
  });
  const leads = opened.panel("leads");
  fails = true;
  await opened.act(() => opened.socket.tell({ success: 1 }));
  await opened.act(() => opened.socket.tell({ seq: 2, success: 10, running: false, state: "finished" }));
  await opened.settle(() => leads.textContent?.includes("Your leads could not be loaded. Busy") === true);
  expect(leads.textContent).toContain("Ann Lee");
  fails = false;
  await opened.click(leads, "Try again");
  await opened.settle(() => leads.textContent?.includes("could not be loaded") === false);
});

test("a list that is asked for too often waits as long as the server says, and nobody sees the refusal", async () => {
  let refusals = 1;
  const page = await openWorkspace(stored, {
    answers: {
      "GET /amplify/collections": () => {
        refusals -= 1;
        return refusals >= 0
          ? {
              status: 429,
              headers: { "retry-after": "1" },
              body: { message: "Too often", code: "rate_limited" },
            }
          : { body: stored.collections };
      },
    },
  });
  const opened = page;
  await opened.settle(() => opened.panel("leads").textContent?.includes("customers1") === true);
  expect(opened.document.body.textContent).not.toContain("Too often");
  expect(opened.callsTo("GET /amplify/collections")).toHaveLength(2);
});
