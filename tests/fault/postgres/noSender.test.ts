import { expect, test } from "bun:test";
import { fillManyAccounts } from "../../support/postgres/manyAccounts.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { processGroup } from "../../support/postgres/processGroup.ts";
import { startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

const leadCount = 5;

onPostgres("what is to be sent while no process sends", (postgres) => {
  test("says so, and goes on by itself once one does", async () => {
    const smtp = await startScriptedSmtp();
    const group = processGroup(await postgres.copy());
    try {
      const server = await group.start("server", "worker");
      const { client, senders } = await fillManyAccounts({
        base: server.url,
        smtpPort: smtp.port,
        accountCount: 1,
        leadCount,
      });
      const body = { subject: "Hello", html: "<p>Hi</p>", from: senders[0] ?? "", collection: "all" };
      const { campaignId: id } = await client("POST /email/send", { body });
      const shown = () => client("GET /amplify/campaigns/{id}", { params: { id } });
      expect(await shown()).toMatchObject({
        state: "running",
        waitingCause: { code: "no_sender" },
        nextAt: null,
        doneAt: null,
      });
      // A test is not kept for later, so whoever asked for it is told.
      const tested = client("POST /email/send/test", { body: { html: "<p>Hi</p>", from: senders[0] ?? "" } });
      await expect(tested).rejects.toThrow("The test email was not sent: No process sends just now");
      await group.start("sender");
      await until(async () => (await shown()).state === "finished");
      expect(await shown()).toMatchObject({ waitingCause: null, counts: { sent: leadCount } });
      // Of a program's mail that waits alone the process that answers knows the reason, too.
      const [account] = await client("GET /amplify/auth/credentials");
      const params = { id: account?._id ?? "" };
      await client("PUT /amplify/auth/credentials/{id}", { params, body: { perDay: leadCount } });
      const asked = { subject: "Bill", text: "Hi", to: [{ email: "ann@in.test" }] };
      const { mails } = await client("POST /email/transactional", { body: asked });
      const mail = () => client("GET /email/transactional/{id}", { params: { id: mails[0]?.id ?? "" } });
      await until(async () => (await mail()).waitingCause?.code === "own_limit");
    } finally {
      await group.close();
      await smtp.close();
    }
  });
});
