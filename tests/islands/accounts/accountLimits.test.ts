import { expect, test } from "bun:test";
import { closesWorkspaces, openWorkspace, someCredential } from "../../support/browser/openWorkspace.ts";

closesWorkspaces();

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
  });
});
