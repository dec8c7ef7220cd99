import { expect, test } from "bun:test";
import { closesWorkspaces, openWorkspace, someCredential } from "../../support/browser/openWorkspace.ts";

closesWorkspaces();

type Answers = NonNullable<NonNullable<Parameters<typeof openWorkspace>[1]>["answers"]>;
const opening = (credentials: (typeof someCredential)[], answers: Answers) =>
  openWorkspace({ credentials }, { url: "http://localhost:8000/app#accounts", answers });

test("saving an account puts nothing back that was changed in another tab meanwhile", async () => {
  let now = someCredential;
  const opened = await opening([someCredential], {
    "GET /amplify/auth/credentials": () => ({ body: [now] }),
    "PUT /amplify/auth/credentials/{id}": () => ({ body: now }),
  });
  await opened.click(opened.panel("accounts"), "Edit Me <me@example.com>");
  now = { ...someCredential, appEmail: "new@example.com", alias: "Me <new@example.com>", host: "new.test" };
  await opened.type("Sender name", "Ann");
  await opened.click(opened.dialog(), "Save account");
  await opened.settle(() => opened.callsTo("PUT /amplify/auth/credentials/{id}").length === 1);
  expect(opened.callsTo("PUT /amplify/auth/credentials/{id}")[0]?.body).toEqual({
    provider: "smtp",
    alias: "Ann <new@example.com>",
    was: { alias: "Me <new@example.com>" },
  });
});

test("what somebody else changed of the same account is told, and replaced only at another press", async () => {
  let now = someCredential;
  const opened = await opening([someCredential], {
    "GET /amplify/auth/credentials": () => ({ body: [now] }),
    "PUT /amplify/auth/credentials/{id}": () => ({ body: now }),
  });
  await opened.click(opened.panel("accounts"), "Edit Me <me@example.com>");
  now = { ...someCredential, alias: "Bo <me@example.com>", displayName: "Bo from Acme" };
  await opened.type("Sender name", "Ann");
  const said = () => opened.document.querySelector('dialog[open] [role="alert"]')?.textContent ?? "";
  await opened.click(opened.dialog(), "Save account");
  await opened.settle(() => said() !== "");
  expect(said()).toBe(
    "Somebody else changed this account meanwhile: Sender name is “Bo” now. To put yours in its place, save again.",
  );
  expect(opened.callsTo("PUT /amplify/auth/credentials/{id}")).toEqual([]);
  await opened.click(opened.dialog(), "Save account");
  await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  expect(opened.callsTo("PUT /amplify/auth/credentials/{id}").map(({ body }) => body)).toEqual([
    { provider: "smtp", alias: "Ann <me@example.com>", was: { alias: "Bo <me@example.com>" } },
  ]);
});

test("a password goes with the place that it was typed for, whatever was changed in another tab meanwhile", async () => {
  const opened = await opening([someCredential], {
    "PUT /amplify/auth/credentials/{id}": () => ({ body: someCredential }),
  });
  await opened.click(opened.panel("accounts"), "Edit Me <me@example.com>");
  await opened.type("Password", "secret");
  await opened.click(opened.dialog(), "Save account");
  await opened.settle(() => opened.callsTo("PUT /amplify/auth/credentials/{id}").length === 1);
  expect(opened.callsTo("PUT /amplify/auth/credentials/{id}")[0]?.body).toEqual({
    provider: "smtp",
    appEmail: "me@example.com",
    appPassword: "secret",
    host: "mail.example.com",
    port: 587,
    security: "starttls",
    user: "",
    was: {
      appEmail: "me@example.com",
      host: "mail.example.com",
      port: 587,
      security: "starttls",
      user: null,
    },
  });
});

test("a test that finds the permission ended offers to reconnect where it says so", async () => {
  const connected = { ...someCredential, provider: "google", type: "gscope" } as const;
  const opened = await openWorkspace(
    { credentials: [connected] },
    {
      person: { connectsGoogle: true },
      url: "http://localhost:8000/app#accounts",
      answers: {
        "POST /amplify/auth/credentials/{id}/test": () => ({
          status: 400,
          body: {
            message: "Google no longer lets Amplify send from me@example.com. Reconnect the account.",
            code: "bad_request",
            reason: "reconnect_google",
            params: { email: "me@example.com" },
            reply: null,
          },
        }),
      },
    },
  );
  const reconnect = () =>
    opened.document.querySelector('[aria-label="Reconnect Me <me@example.com>"]')?.textContent;
  expect(reconnect()).toBeUndefined();
  await opened.click(opened.panel("accounts"), "Test Me <me@example.com>");
  await opened.settle(() => reconnect() !== undefined);
  expect(reconnect()).toBe("Reconnect");
});
