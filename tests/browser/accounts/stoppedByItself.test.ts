import { afterAll, expect, test } from "bun:test";
import { servesPages } from "../../support/browser/servesPages.ts";
import { drafted } from "../../support/campaigns/drafted.ts";
import { startTestServer } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";

let smtp: ScriptedSmtp;
const pages = servesPages(async () => {
  smtp = await startScriptedSmtp();
  return startTestServer({ AMPLIFY_PLANS: "off" }, { islands: true });
});
afterAll(() => smtp.close());

test("an account that stops by itself is shown so on pages that are open", async () => {
  const person = await pages.server.signUp();
  const { client } = person;
  const ann = { firstName: "Ann", lastName: "Lee", email: "ann@in.test", phone: "", collection: [] };
  await client("POST /amplify/leads", { body: ann });
  await client("POST /amplify/auth/credentials", {
    body: {
      provider: "smtp",
      appEmail: "ada@sender.test",
      appPassword: "right",
      alias: "Ada <ada@sender.test>",
      host: "127.0.0.1",
      port: smtp.port,
      security: "none",
    },
  });
  const draft = await drafted({ person });
  const planned = await drafted({ person }, { startAt: "2099-01-05T09:00" });
  const params = { id: planned._id };
  await client("POST /amplify/campaigns/{id}/start", { params, body: { version: planned.version } });

  const at = async (hash: string) => (await pages.open({ as: person, path: `/app#${hash}` })).page;
  const accounts = await at("accounts");
  const composer = await at(`campaigns/${draft._id}/compose`);
  await composer.locator("#part-when h3 button").click();
  const campaign = await at(`campaigns/${planned._id}`);
  const card = accounts.locator(".account-card");
  await card.getByText("Working", { exact: true }).waitFor();
  const choice = composer.locator("#part-when").getByText("Paused", { exact: true });
  const waits = campaign.getByText(/Its mails will wait: Ada/).first();
  await campaign.getByRole("heading", { name: "Spring" }).waitFor();
  expect([await choice.count(), await waits.count()]).toEqual([0, 0]);

  // A program's mail finds that the password is no good any more; no campaign runs that would tell of it.
  smtp.script.auth = () => "535 5.7.8 Bad credentials";
  const mail = { to: [{ email: "bo@in.test" }], from: "ada@sender.test", subject: "Hi", html: "<p>Hi</p>" };
  await client("POST /email/transactional", { body: mail });
  await card.getByText("Paused", { exact: true }).waitFor();
  await choice.waitFor();
  await waits.waitFor();
});
