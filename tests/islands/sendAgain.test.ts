import { expect, test } from "bun:test";
import { exact } from "../../contract/texts/en/exact.ts";
import {
  closesWorkspaces,
  openWorkspace,
  someCredential,
  someLead,
  someTemplate,
} from "../support/browser/openWorkspace.ts";
import { fieldLabelled } from "../support/browser/typeInto.ts";

closesWorkspaces();

const ready = { leads: [someLead], templates: [someTemplate], credentials: [someCredential] };
const accepted = { body: { message: exact.sent, campaignId: "c1", accepted: 1, skipped: [] } };
const planned = {
  total: 1,
  recipients: 1,
  skipped: [],
  leftToday: null,
  lastMailAt: null,
  sampleLeadIds: ["l1"],
  warnings: [],
};

/** The send dialog, filled in, of a server whose first answers to a send are these. */
async function openSend(
  answers: (() => { status?: number; body: unknown } | Response)[],
  more: NonNullable<NonNullable<Parameters<typeof openWorkspace>[1]>["answers"]> = {},
) {
  const opened = await openWorkspace(ready, {
    answers: {
      "POST /email/send/plan": () => ({ body: planned }),
      "GET /amplify/campaigns/{id}": () => ({ body: { state: "running" } }),
      "POST /email/send": () => (answers.shift() ?? (() => accepted))(),
      ...more,
    },
  });
  const sends = () => opened.callsTo("POST /email/send");
  await opened.click(opened.panel("leads"), "Send Email");
  await opened.settle(() => opened.dialog().textContent?.includes("Subject") ?? false);
  await opened.type("Subject", "Spring news");
  await opened.type("Template", "t1");
  return {
    opened,
    keys: () => sends().map(({ headers }) => headers.get("idempotency-key")),
    async press() {
      const before = sends().length;
      await opened.settle(() => opened.dialog().textContent?.includes("Send to 1") ?? false);
      await opened.click(opened.dialog(), "Send to 1");
      await opened.settle(() => sends().length > before);
    },
    untilRefused: () => opened.settle(() => opened.dialog().querySelector('[role="alert"]') !== null),
    untilSent: () => opened.settle(() => opened.document.querySelector("dialog[open]") === null),
  };
}

const broken = () => {
  throw new TypeError("Failed to fetch");
};
const tornAnswer = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"message":"Email'));
        controller.error(new TypeError("network error"));
      },
    }),
    { headers: { "content-type": "application/json" } },
  );

test.each([
  ["before an answer", broken],
  ["in the middle of the answer", tornAnswer],
])(
  "a send whose line broke %s is tried again under the same key, so that nobody is mailed twice",
  async (_, fault) => {
    const { keys, press, untilRefused, untilSent } = await openSend([fault]);
    await press();
    await untilRefused();
    await press();
    await untilSent();
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys()[1]).toBe(keys()[0] ?? "");
  },
);

test("a send whose answer was lost and that was cancelled since is not told as sent, and goes out anew under a key of its own", async () => {
  const { opened, keys, press, untilRefused, untilSent } = await openSend([broken], {
    "GET /amplify/campaigns/{id}": () => ({ body: { state: "cancelled" } }),
  });
  await press();
  await untilRefused();
  await press();
  await opened.settle(() => opened.dialog().textContent?.includes("it was cancelled since") ?? false);
  await press();
  await untilSent();
  const [first, again, anew] = keys();
  expect(again).toBe(first ?? "");
  expect(anew).toMatch(/^[0-9a-f]{32}$/);
  expect(anew).not.toBe(first ?? "");
});

test("a send that was changed after the line broke has a key of its own, and the first one has its own again", async () => {
  const { opened, keys, press, untilRefused, untilSent } = await openSend([broken, broken]);
  await press();
  await untilRefused();
  await opened.type("Subject", "Summer news");
  await press();
  await untilRefused();
  await opened.type("Subject", "Spring news");
  await press();
  await untilSent();
  const [first, changed, again] = keys();
  expect(changed).toMatch(/^[0-9a-f]{32}$/);
  expect(changed).not.toBe(first ?? "");
  expect(again).toBe(first ?? "");
});

test("a torn answer is told as a line that is down, not as a fault of the program", async () => {
  const { opened, press, untilRefused } = await openSend([tornAnswer]);
  await press();
  await untilRefused();
  expect(opened.dialog().querySelector('[role="alert"]')?.textContent).toBe(
    "Something went wrong, sorry for the inconvenience. Please try again later. The server cannot be reached. Check your connection and that the server runs, then try again.",
  );
});

const undone = () => ({ body: { state: "cancelled" } });

test("a send that is held can be undone beside the tab, and its dialog opens again as it was", async () => {
  const held = () => ({ body: { ...accepted.body, holdUntil: Date.now() + 9_000 } });
  const { opened, press, untilSent } = await openSend([held], {
    "POST /amplify/campaigns/{id}/undo": undone,
  });
  await press();
  await untilSent();
  const line = () => opened.document.querySelector<HTMLElement>(".activity");
  await opened.settle(() => line()?.textContent?.includes("Undo") ?? false);
  const begun = line() as HTMLElement;
  expect(begun.textContent).toContain("Spring news");
  expect(begun.querySelector("label")?.textContent).toMatch(/^Goes out in \d+ seconds$/);
  const said = [...opened.document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent);
  expect(said).toContain("It goes out in 10 seconds. Until then Undo takes it back, under Activity.");

  await opened.click(begun, "Undo");
  await opened.settle(() => opened.document.querySelector("dialog[open]") !== null);
  await opened.settle(() => opened.dialog().textContent?.includes("Send to 1") ?? false);
  expect(line()?.textContent ?? "").not.toContain("Undo");
  expect(fieldLabelled(opened.dialog(), "Subject").value).toBe("Spring news");
  expect(fieldLabelled(opened.dialog(), "Template").value).toBe("t1");
  expect(opened.document.body.textContent).toContain("Undone: nothing was sent.");
});

test("whoever needs longer for Undo says so in the dialog, and is asked no more for the sends to come", async () => {
  const held = () => ({ body: { ...accepted.body, holdUntil: Date.now() + 300_000 } });
  const { opened, press, untilSent } = await openSend([held], {
    "POST /amplify/campaigns/{id}/undo": undone,
  });
  await opened.type("Undo is offered for", "300");
  await press();
  await untilSent();
  const said = [...opened.document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent);
  expect(said).toContain("It goes out in 5 minutes. Until then Undo takes it back, under Activity.");
  expect(opened.callsTo("POST /email/send")[0]?.body).toMatchObject({ undoSeconds: 300 });
  await opened.click(opened.document.querySelector(".activity") as HTMLElement, "Undo");
  await opened.settle(() => opened.document.querySelector("dialog[open]") !== null);
  await opened.settle(() => opened.dialog().textContent?.includes("Send to 1") ?? false);
  expect(fieldLabelled(opened.dialog(), "Undo is offered for").value).toBe("300");
});

test("a test mail that was closed goes on where it was, and begins anew once it was sent or given up", async () => {
  const opened = await openWorkspace(ready, {
    answers: { "POST /email/send/test": () => ({ body: { message: "Test sent to you@example.com" } }) },
  });
  const closed = () => opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  const filled = async () => {
    await opened.click(opened.panel("leads"), "Send Test Email");
    await opened.settle(() => opened.dialog().textContent?.includes("Template") ?? false);
    return ["Template", "Subject (optional)"].map((label) => fieldLabelled(opened.dialog(), label).value);
  };
  const fill = async () => {
    await opened.type("Template", "t1");
    await opened.type("Subject (optional)", "Spring news");
  };
  await filled();
  await fill();
  await opened.click(opened.dialog(), "Close");
  await closed();
  expect(await filled()).toEqual(["t1", "Spring news"]);
  await opened.click(opened.dialog(), "Send test");
  await closed();
  expect(await filled()).toEqual(["", ""]);
  await fill();
  await opened.click(opened.dialog(), "Cancel");
  await closed();
  expect(await filled()).toEqual(["", ""]);
});
