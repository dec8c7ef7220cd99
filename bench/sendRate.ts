import { join } from "node:path";
import type { Client } from "../contract/client.ts";
import { end, memoryOf, processorMsOf, start, startServer, temporaryFolder } from "./support/processes.ts";
import { readySender, sender } from "./support/readySender.ts";
import { type Rate, smtpSourceRate, startSink } from "./support/sink.ts";

/**
 * How fast a campaign goes out, with the whole ledger, merge fields, ten counted links and progress, against nodemailer's bare
 * html pool and postfix's smtp-source, to the same server in the same run. `bun bench/sendRate.ts [MAILS]`.
 */
const mails = Number(process.argv[2] ?? 10_000);
const htmlBytes = 10_000;
const links = Array.from({ length: 10 }, (_, index) => `<a href="https://shop.test/${index}">Look</a>`);
const html = `<p>Hello {{firstName}}</p>${links.join(" ")}<p>${"Hello, this is what is new. ".repeat(Math.ceil(htmlBytes / 28))}</p>`;

const sink = await startSink();
const folder = temporaryFolder();
const server = await startServer({
  AMPLIFY_DATA: folder.path,
  AMPLIFY_PLANS: "off",
  AMPLIFY_RATE_LIMITS: "off",
  AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${sink.port}`,
});
try {
  const pool = await nodemailerRate();
  const source = await smtpSourceRate({ port: sink.port, mails, bytes: htmlBytes });
  const { client } = await readySender(server.line, { leads: mails });
  const ours = await campaignRate(client, { trackClicks: true });
  const uncounted = await campaignRate(client, { trackClicks: false });
  console.log(`${mails} mails of ${htmlBytes} bytes to ${sink.name}, 8 connections, Bun ${Bun.version}`);
  print("campaign with its ledger", ours, ours);
  print("the same, clicks uncounted", uncounted, ours);
  print("nodemailer html pool", pool, ours);
  if (source) print("smtp-source", source, ours);
} finally {
  await end(server.process);
  await sink.end();
  folder.remove();
}

function print(what: string, { perSecond, cpuPerThousand }: Rate, ours: Rate): void {
  const rate = `${perSecond.toFixed(0).padStart(6)}/s   ours is ${(ours.perSecond / perSecond).toFixed(2)} x`;
  console.log(`${what.padEnd(26)} ${rate}   ${cpuPerThousand.toFixed(3)} CPU s per 1,000`);
}

async function nodemailerRate(): Promise<Rate> {
  const script = join(import.meta.dir, "support/nodemailerPool.ts");
  const pool = await start(
    [process.execPath, script, String(sink.port), String(mails), String(htmlBytes)],
    /rate ([\d.]+) ([\d.]+)/,
  );
  await pool.process.exited;
  return { perSecond: Number(pool.found[1]), cpuPerThousand: Number(pool.found[2]) };
}

async function campaignRate(client: Client, { trackClicks }: { trackClicks: boolean }): Promise<Rate> {
  const usedBefore = processorMsOf(server.process.pid);
  const { campaignId: id } = await client("POST /email/send", {
    body: { subject: "News for {{firstName}}", html, from: sender, collection: "all", trackClicks },
  });
  for (;;) {
    const campaign = await client("GET /amplify/campaigns/{id}", { params: { id } });
    if (campaign.finishedAt !== null) {
      console.log(`server's peak memory ${memoryOf(server.process.pid).peakMb.toFixed(0)} MB`);
      const perSecond = (campaign.counts.sent / (campaign.finishedAt - campaign.createdAt)) * 1000;
      return { perSecond, cpuPerThousand: (processorMsOf(server.process.pid) - usedBefore) / mails };
    }
    await Bun.sleep(100);
  }
}
