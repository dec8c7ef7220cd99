import { expect, test } from "bun:test";
import type {
  KindSuppression,
  TransactionalDetail,
  TransactionalMail,
} from "../../../contract/schemas/transactional.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
} from "../../support/browser/openWorkspace.ts";

closesWorkspaces();

const overview = { baseUrl: "http://x", openapiUrl: "http://x", requestsPerMinute: 1, leadsPerBulkCall: 1 };
const mail: TransactionalMail = {
  id: "m1",
  kind: "receipt",
  email: "ann@in.test",
  name: "Ann",
  subject: "Your order {{number}}",
  state: "failed",
  createdAt: 0,
  sentAt: null,
  openedAt: null,
  clickedAt: null,
  reason: "No such mailbox",
  cause: { code: "other", params: {}, reply: "No such mailbox" },
} as unknown as TransactionalMail;
const detail = {
  ...mail,
  from: "Shop <shop@in.test>",
  replyTo: null,
  tags: ["shop"],
  attachments: [],
  attempts: 2,
  messageId: "<m1@in.test>",
  waiting: null,
  waitingCause: null,
  nextAt: null,
  expiresAt: 1,
  history: [{ what: "accepted", at: 0 }],
  mayRetry: true,
} as unknown as TransactionalDetail;
const stopped: KindSuppression = {
  id: "s1",
  email: "gone@in.test",
  kind: "*",
  cause: "bounced",
  createdAt: 0,
};

const opening = (answers: NonNullable<Parameters<typeof openWorkspace>[1]>["answers"]) =>
  openWorkspace(
    {},
    {
      url: "http://localhost:8000/app#api/mails",
      person: { status: "AMPR" },
      answers: {
        "GET /amplify/api/overview": () => ({ body: overview }),
        "GET /email/transactional": () => ({ body: { items: [mail], next: null } }),
        "GET /email/transactional/{id}": () => ({ body: detail }),
        "GET /email/suppressions": () => ({ body: { items: [], next: null } }),
        ...answers,
      },
    },
  );
const textOf = (opened: OpenedWorkspace) => opened.panel("api").textContent ?? "";
const shows = (opened: OpenedWorkspace, text: () => string | null, wanted: string) =>
  opened.settle(() => text()?.includes(wanted) === true);

test("where no program has sent a mail yet, one is shown how with the installation's own address", async () => {
  const opened = await opening({ "GET /email/transactional": () => ({ body: { items: [], next: null } }) });
  await shows(opened, () => textOf(opened), "No mails yet");
  await shows(opened, () => textOf(opened), "curl http://x/email/transactional");
  expect(textOf(opened)).toContain("No address is suppressed.");
});

test("a log that cannot be had says so beside the suppressions, and is asked for again", async () => {
  let isDown = true;
  const opened = await opening({
    "GET /email/transactional": () =>
      isDown
        ? { status: 500, body: { message: "Something broke", code: "internal" } }
        : { body: { items: [mail], next: null } },
  });
  await shows(opened, () => textOf(opened), "Something broke");
  await shows(opened, () => textOf(opened), "No address is suppressed.");
  isDown = false;
  await opened.click(opened.panel("api"), "Try again");
  await shows(opened, () => textOf(opened), "Your order [number]");
});

test("a mail that failed says why, what is known of it, and what keeps it from being tried again", async () => {
  const opened = await opening({
    "POST /email/transactional/{id}/retry": () => ({
      status: 409,
      body: { message: "Its account is paused", code: "conflict" },
    }),
  });
  await shows(opened, () => textOf(opened), "Your order [number]");
  await opened.click(opened.panel("api"), "Show the mail to ann@in.test");
  await shows(opened, () => opened.dialog().textContent, "Ann <ann@in.test>");
  expect(opened.dialog().textContent).toContain("Asked for");
  await opened.click(opened.dialog(), "Try again");
  await shows(opened, () => opened.dialog().textContent, "Its account is paused");
});

test("an address that cannot be allowed again stays in the list, which says why", async () => {
  const opened = await opening({
    "GET /email/suppressions": () => ({ body: { items: [stopped], next: null } }),
    "DELETE /email/suppressions/{id}": () => ({
      status: 404,
      body: { message: "There is no such address", code: "not_found" },
    }),
  });
  await shows(opened, () => textOf(opened), "gone@in.test");
  expect(textOf(opened)).toContain("It bounced");
  await opened.click(opened.panel("api"), "Allow again: gone@in.test");
  await shows(opened, () => textOf(opened), "There is no such address");
  expect(textOf(opened)).toContain("gone@in.test");
});

test("mails and addresses of the page before are marked as old until those of the next one are there", async () => {
  const { promise: never } = Promise.withResolvers<{ body: unknown }>();
  const opened = await opening({
    "GET /email/transactional": ({ url }) =>
      url.searchParams.has("before") ? never : { body: { items: [mail], next: "m1" } },
    "GET /email/suppressions": ({ url }) =>
      [...url.searchParams].length > 0 ? never : { body: { items: [stopped], next: "s1" } },
  });
  const old = () => opened.document.querySelectorAll('table[aria-busy="true"]').length;
  const older = () =>
    [...opened.document.querySelectorAll("button")].filter(({ textContent }) => textContent === "Older");
  await opened.settle(() => older().length === 2);
  expect(old()).toBe(0);
  for (const [turned, button] of older().entries()) {
    await opened.act(() => button.click());
    await opened.settle(() => old() === turned + 1);
  }
});
