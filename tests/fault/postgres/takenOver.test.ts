import { expect, setDefaultTimeout, test } from "bun:test";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { providers } from "../../../contract/sending/providers.ts";
import { fillManyAccounts } from "../../support/postgres/manyAccounts.ts";
import { onPostgres, type RealPostgres } from "../../support/postgres/onPostgres.ts";
import { processGroup } from "../../support/postgres/processGroup.ts";
import { startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

const { connections } = providers.smtp;
const leadCount = 3_000;

setDefaultTimeout(180_000);

/** How often the account went to another holder: on a machine that is slow for so long a lease may end by itself, too. */
type Taken = { counts: Campaign["counts"]; takeovers: number };

/** A sender is killed in the middle of a campaign, with far more mails claimed than it has connections; another goes on. */
async function killedInTheMiddle(postgres: RealPostgres): Promise<Taken> {
  const url = await postgres.copy();
  const smtp = await startScriptedSmtp({ dot: { reply: "250 2.0.0 Ok", delayMs: 3 } });
  const group = processGroup(url);
  const ask = async (sql: string) => {
    const [row] = await postgres.ask<{ count: string }>(url, sql);
    return Number(row?.count);
  };
  try {
    const [server, killed] = await Promise.all([group.start("server", "worker"), group.start("sender")]);
    const { client, senders } = await fillManyAccounts({
      base: server.url,
      smtpPort: smtp.port,
      accountCount: 1,
      leadCount,
    });
    const [from = ""] = senders;
    const body = { subject: "Killed", html: "<p>Hi</p>", from, collection: "all" };
    const { campaignId: id } = await client("POST /email/send", { body });
    const claimed = () => ask('SELECT sum(sending) AS count FROM "campaignCounts"');
    await until(async () => smtp.acceptedCount() > 200 && (await claimed()) > 3 * connections, 60_000);
    await killed.process.kill();
    expect(await claimed()).toBeGreaterThan(2 * connections);
    await group.start("sender");
    const campaign = () => client("GET /amplify/campaigns/{id}", { params: { id } });
    await until(async () => (await campaign()).state === "finished", 90_000);
    const { counts } = await campaign();
    expect(counts.sent + counts.uncertain).toBe(leadCount);
    const recipients = smtp.accepted.flatMap(({ to }) => to);
    expect(new Set(recipients).size).toBe(recipients.length);
    expect(recipients.length).toBeGreaterThanOrEqual(counts.sent);
    expect(recipients.length).toBeLessThanOrEqual(counts.sent + counts.uncertain);
    // What was claimed and never went is booked no more.
    expect(await ask("SELECT sum(count) AS count FROM usage")).toBe(leadCount);
    return { counts, takeovers: (await ask('SELECT max(lease) AS count FROM "accountLeases"')) - 1 };
  } finally {
    await group.close();
    await smtp.close();
  }
}

onPostgres("a sender that is killed in the middle", (postgres) => {
  test("leaves one mail a connection in doubt, and another sends the rest, each once", async () => {
    const { counts, takeovers } = await killedInTheMiddle(postgres);
    expect(takeovers).toBeGreaterThan(0);
    expect(counts.uncertain).toBeLessThanOrEqual(connections * takeovers);
  });
});
