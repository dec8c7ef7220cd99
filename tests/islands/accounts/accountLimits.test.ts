import { expect, test } from "bun:test";
import { closesWorkspaces, openWorkspace, someCredential } from "../../support/browser/openWorkspace.ts";

closesWorkspaces();

const meanwhile = {
  status: 409,
  body: {
    message: "Changed",
    code: "conflict",
    reason: "changed_meanwhile",
    params: { fields: ["perDay"] },
    reply: null,
  },
};

test("saving one limit says nothing of what else may have been changed in another tab meanwhile", async () => {
  const opened = await openWorkspace(
    { credentials: [someCredential] },
    {
      url: "http://localhost:8000/app#accounts",
      answers: {
        "PUT /amplify/auth/credentials/{id}": () => ({ body: someCredential }),
      },
    },
  );
  await opened.click(opened.panel("accounts"), "Limits of Me <me@example.com>");
  await opened.type("Mails in 24 hours", "400");
  await opened.click(opened.dialog(), "Save limits");
  await opened.settle(() => opened.callsTo("PUT /amplify/auth/credentials/{id}").length === 1);
  expect(opened.callsTo("PUT /amplify/auth/credentials/{id}")[0]?.body).toEqual({
    provider: "smtp",
    perDay: 400,
    was: { perDay: someCredential.perDay },
  });
});

test("a gap with a comma is a half or thousands, as it is written", async () => {
  const opened = await openWorkspace(
    { credentials: [someCredential] },
    {
      url: "http://localhost:8000/app#accounts",
      answers: { "PUT /amplify/auth/credentials/{id}": () => ({ body: someCredential }) },
    },
  );
  const saved = () => opened.callsTo("PUT /amplify/auth/credentials/{id}");
  for (const [typed, gapMs] of [
    ["1,5", 1_500],
    ["0,250", 250],
    ["1,800", 1_800_000],
  ] as const) {
    const before = saved().length;
    await opened.click(opened.panel("accounts"), "Limits of Me <me@example.com>");
    await opened.type("Seconds between two mails", typed);
    await opened.click(opened.dialog(), "Save limits");
    await opened.settle(() => saved().length === before + 1);
    expect(saved().at(-1)?.body).toMatchObject({ gapMs });
  }
});

test("a limit that somebody else has changed since is told of, and replaced only at another press", async () => {
  let now = someCredential;
  const opened = await openWorkspace(
    { credentials: [someCredential] },
    {
      url: "http://localhost:8000/app#accounts",
      answers: {
        "GET /amplify/auth/credentials": () => ({ body: [now] }),
        "PUT /amplify/auth/credentials/{id}": ({ body }) => {
          const { was, perDay } = body as { was: { perDay: number | null }; perDay: number };
          if (was.perDay !== now.perDay) return meanwhile;
          now = { ...now, perDay };
          return { body: now };
        },
      },
    },
  );
  await opened.click(opened.panel("accounts"), "Limits of Me <me@example.com>");
  now = { ...someCredential, perDay: 90 };
  await opened.type("Mails in 24 hours", "400");
  const said = () => opened.document.querySelector('dialog[open] [role="alert"]')?.textContent ?? "";
  await opened.click(opened.dialog(), "Save limits");
  await opened.settle(() => said() !== "");
  expect(said()).toBe(
    "Somebody else changed this account meanwhile: Mails in 24 hours is “90” now. To put yours in its place, save again.",
  );
  expect(now.perDay).toBe(90);
  await opened.click(opened.dialog(), "Save limits");
  await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  expect(now.perDay).toBe(400);
});
