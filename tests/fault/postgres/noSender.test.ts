import { expect, test } from "bun:test";
import { createCredentialStore } from "../../../db/stores/accounts/credentials.ts";
import { createLedger } from "../../../db/stores/campaigns/ledger.ts";
import { createAccountLeaseStore } from "../../../db/stores/sending/accountLeases.ts";
import { fromTables } from "../../../server/sending/boundary/fromTables.ts";
import { fillManyAccounts } from "../../support/postgres/manyAccounts.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { processGroup } from "../../support/postgres/processGroup.ts";
import { startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { campaignRow } from "../../support/smtp/sendingRows.ts";
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

  test("says that the database takes no writes, as one that was demoted, while a sender still seems to be there", async () => {
    const url = await postgres.copy();
    const database = await postgres.open(url);
    await postgres.ask(url, `INSERT INTO senders (id, "leaseUntil") VALUES ('sender', 9000000000000000)`);
    const tables = fromTables({
      ledger: createLedger(database),
      credentials: createCredentialStore(database),
      leases: createAccountLeaseStore(database),
      shared: database.shared,
      clock: { now: Date.now },
    });
    const waiting = async () => (await tables.waitingsOf([campaignRow()]).catch(() => []))[0];
    expect(await waiting()).toBeNull();
    const name = url.slice(url.lastIndexOf("/") + 1);
    await postgres.ask(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await postgres.ask(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
    );
    await until(async () => (await waiting())?.reason.code === "database_busy");
  });
});
