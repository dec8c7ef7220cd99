import { join } from "node:path";
import { campaignRate, htmlBytes } from "./support/campaignRate.ts";
import { end, memoryOf, start, startServer, temporaryFolder } from "./support/processes.ts";
import { readySender } from "./support/readySender.ts";
import { type Rate, smtpSourceRate, startSink } from "./support/sink.ts";

/**
 * How fast a campaign goes out, with the whole ledger, merge fields, ten counted links and progress, against nodemailer's bare
 * html pool and postfix's smtp-source, to the same server in the same run. Our mails have a text part beside the HTML and are
 * twice as long on the wire as what those two send, and a server works on every byte: so both also send mails as long as ours.
 * `bun bench/sendRate.ts [MAILS]`.
 */
const mails = Number(process.argv[2] ?? 10_000);

const sink = await startSink();
const folder = temporaryFolder();
const server = await startServer({
  AMPLIFY_DATA: folder.path,
  AMPLIFY_PLANS: "off",
  AMPLIFY_RATE_LIMITS: "off",
  AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${sink.port}`,
});
try {
  const pool = await nodemailerRate(htmlBytes);
  const source = await smtpSourceRate({ port: sink.port, mails, bytes: htmlBytes });
  const { client } = await readySender(server.line, { leads: mails });
  const send = (subject: string, trackClicks: boolean) =>
    campaignRate(client, [server.process.pid], { subject, trackClicks });
  // A thread that was just started is slower: its code is not compiled yet.
  const first = await send("First", true);
  const readBefore = sink.readBytes();
  const ours = await send("News", true);
  const mailBytes = Math.round((sink.readBytes() - readBefore) / mails);
  const longSource = await smtpSourceRate({ port: sink.port, mails, bytes: mailBytes });
  const longPool = await nodemailerRate(mailBytes);
  const uncounted = await send("Uncounted", false);
  console.log(`${mails} mails of ${htmlBytes} bytes to ${sink.name}, 8 connections, Bun ${Bun.version}`);
  print("campaign with its ledger", ours, ours);
  print("the first since the start", first, ours);
  print("the same, clicks uncounted", uncounted, ours);
  print("nodemailer html pool", pool, ours);
  print(`the same, ${mailBytes} bytes`, longPool, ours);
  if (source) print("smtp-source", source, ours);
  if (longSource) print(`the same, ${mailBytes} bytes`, longSource, ours);
  console.log(`server's peak memory ${memoryOf(server.process.pid).peakMb.toFixed(0)} MB`);
} finally {
  await end(server.process);
  await sink.end();
  folder.remove();
}

function print(what: string, { perSecond, cpuPerThousand }: Rate, ours: Rate): void {
  const rate = `${perSecond.toFixed(0).padStart(6)}/s   ours is ${(ours.perSecond / perSecond).toFixed(2)} x`;
  console.log(`${what.padEnd(26)} ${rate}   ${cpuPerThousand.toFixed(3)} CPU s per 1,000`);
}

async function nodemailerRate(bytes: number): Promise<Rate> {
  const script = join(import.meta.dir, "support/nodemailerPool.ts");
  const pool = await start(
    [process.execPath, script, String(sink.port), String(mails), String(bytes)],
    /rate ([\d.]+) ([\d.]+)/,
  );
  await pool.process.exited;
  return { perSecond: Number(pool.found[1]), cpuPerThousand: Number(pool.found[2]) };
}
