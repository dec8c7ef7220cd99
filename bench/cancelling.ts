import { end, processorMsOf, startServer, temporaryFolder } from "./support/processes.ts";
import { readySender, sender } from "./support/readySender.ts";
import { startSink } from "./support/sink.ts";

/**
 * How long a person waits who cancels a campaign of LEADS that has just begun, and what it takes of the processors until
 * none of its mails waits any more. `bun bench/cancelling.ts [LEADS]`.
 */
const leads = Number(process.argv[2] ?? 100_000);

const sink = await startSink();
const folder = temporaryFolder();
const server = await startServer({
  AMPLIFY_DATA: folder.path,
  AMPLIFY_PLANS: "off",
  AMPLIFY_RATE_LIMITS: "off",
  AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${sink.port}`,
});
try {
  const { client } = await readySender(server.line, { leads });
  const body = { subject: "News", html: "<p>Hello {{firstName}}</p>", from: sender, collection: "all" };
  const params = { id: (await client("POST /email/send", { body })).campaignId };
  const countsNow = async () => (await client("GET /amplify/campaigns/{id}", { params })).counts;
  while ((await countsNow()).sent === 0) await Bun.sleep(20);
  const usedBefore = processorMsOf(server.process.pid);
  const askedAt = performance.now();
  await client("POST /amplify/campaigns/{id}/cancel", { params });
  const answeredMs = performance.now() - askedAt;
  for (let counts = await countsNow(); counts.queued + counts.deferred > 0; counts = await countsNow())
    await Bun.sleep(20);
  const movedMs = performance.now() - askedAt;
  const used = processorMsOf(server.process.pid) - usedBefore;
  console.log(
    `${leads} leads: answered after ${answeredMs.toFixed(0)} ms, all moved after ${movedMs.toFixed(0)} ms`,
  );
  console.log(`${((used * 1_000) / leads).toFixed(1)} us of the processors a mail`);
} finally {
  await end(server.process);
  await sink.end();
  folder.remove();
}
