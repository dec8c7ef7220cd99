import { expect, test } from "bun:test";
import { createClient } from "../../../contract/client.ts";
import type { Progress } from "../../../contract/realtime/messages.ts";
import { watch } from "../../../contract/realtime/watch.ts";
import { fillManyAccounts } from "../../support/postgres/manyAccounts.ts";
import { type NoticeFate, startNoticeProxy } from "../../support/postgres/noticeProxy.ts";
import { onPostgres, type RealPostgres } from "../../support/postgres/onPostgres.ts";
import { processGroup } from "../../support/postgres/processGroup.ts";
import { startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

const leadCount = 40;
const openSocket = (url: string, bearer: string | undefined) =>
  new WebSocket(url, { headers: { authorization: `Bearer ${bearer}` } } as never);

/** A server and two senders that hear no notice, or each of them twice, with a campaign on each of two accounts. */
async function sendWith(postgres: RealPostgres, fate: NoticeFate) {
  const smtp = await startScriptedSmtp({ dot: { reply: "250 2.0.0 Ok", delayMs: 20 } });
  const proxy = await startNoticeProxy(await postgres.copy(), fate);
  const group = processGroup(proxy.url);
  const stop = new AbortController();
  try {
    const [server] = await Promise.all([
      group.start("server", "worker"),
      group.start("sender"),
      group.start("sender"),
    ]);
    const { client, senders, token, uid } = await fillManyAccounts({
      base: server.url,
      smtpPort: smtp.port,
      accountCount: 2,
      leadCount,
    });
    const newest = new Map<string, Progress>();
    void (async () => {
      for await (const { data } of watch({ base: server.url, uid, token, openSocket, signal: stop.signal }))
        newest.set(data.campaignId, data);
    })();
    // To whoever has the account, from a process that does not send.
    const { message } = await client("POST /email/send/test", {
      body: { html: "<p>Hi</p>", from: senders[0] },
    });
    expect(message).toContain("Test email sent");
    const ids: string[] = [];
    for (const from of senders) {
      const body = { subject: `From ${from}`, html: "<p>Hi {{firstName}}</p>", from, collection: "all" };
      ids.push((await client("POST /email/send", { body })).campaignId);
    }
    const [paused = ""] = ids;
    const another = createClient({ base: server.url, token });
    await another("POST /amplify/campaigns/{id}/pause", { params: { id: paused } });
    await another("POST /amplify/campaigns/{id}/resume", { params: { id: paused } });
    const campaigns = () =>
      Promise.all(ids.map((id) => client("GET /amplify/campaigns/{id}", { params: { id } })));
    await until(async () => (await campaigns()).every(({ state }) => state === "finished"), 120_000);
    for (const { counts } of await campaigns())
      expect(counts).toMatchObject({ sent: leadCount, uncertain: 0, failed: 0, skipped: 0 });
    const ofCampaigns = smtp.accepted.map(({ messageId }) => messageId);
    expect(ofCampaigns.length).toBe(2 * leadCount + 1);
    expect(new Set(ofCampaigns).size).toBe(ofCampaigns.length);
    const knows = (id: string) =>
      newest.get(id)?.state === "finished" && newest.get(id)?.success === leadCount;
    await until(() => ids.every(knows), 90_000);
    expect(proxy.noticeCount()).toBeGreaterThan(0);
  } finally {
    stop.abort();
    await group.close();
    proxy.close();
    await smtp.close();
  }
}

onPostgres("what processes tell each other", (postgres) => {
  test(
    "is heard by nobody, and every mail goes out once all the same, and who watches knows the end",
    () => sendWith(postgres, "lost"),
    240_000,
  );
  test(
    "is heard twice by everybody, and every mail goes out once all the same, and who watches knows the end",
    () => sendWith(postgres, "doubled"),
    240_000,
  );
});
