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
  });
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
  });
});
