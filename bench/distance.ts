import { join } from "node:path";
import { campaignRate, htmlBytes } from "./support/campaignRate.ts";
import { startDelayingProxy } from "./support/delayingProxy.ts";
import { end, start, startSendingServer, temporaryFolder } from "./support/processes.ts";
import { readySender } from "./support/readySender.ts";
import { type Rate, smtpSourceRate, startSink } from "./support/sink.ts";

/**
 * How fast a campaign goes out to a mail server that is 20 ms away, over 8 connections, unless told otherwise: beside what a
 * client can do at most that takes two round trips for a mail on as many, and what nodemailer's pool and smtp-source do.
 * `bun bench/distance.ts [MAILS] [MS] [CONNECTIONS]`.
 */
const mails = Number(process.argv[2] ?? 4_000);
const roundTripMs = Number(process.argv[3] ?? 20);
const connections = Number(process.argv[4] ?? 8);

const sink = await startSink();
const proxy = await startDelayingProxy({ port: sink.port, roundTripMs });
const folder = temporaryFolder();
const server = await startSendingServer(folder.path);
try {
  const { client } = await readySender(server.line, { leads: mails });
  const far = "far@sender.test";
  const reached = { host: "127.0.0.1", port: proxy.port, security: "none" as const };
  await client("POST /amplify/auth/credentials", {
    body: { provider: "smtp", appEmail: far, alias: `Far <${far}>`, ...reached, connections },
  });
  console.log(
    `${mails} mails of ${htmlBytes} bytes to ${sink.name}, ${roundTripMs} ms away, ${connections} connections`,
  );
  const ours = await campaignRate(client, [server.process.pid], { subject: "News", from: [far] });
  print("campaign with its ledger", ours.perSecond, ours);
  print("two round trips a mail", (connections / (2 * roundTripMs)) * 1_000, ours);
  // What takes a round trip for each command needs minutes for as many.
  const few = Math.ceil(mails / 4);
  const script = join(import.meta.dir, "support/nodemailerPool.ts");
  const pool = await start(
    [process.execPath, script, String(proxy.port), String(few), String(htmlBytes), String(connections)],
    /rate ([\d.]+) ([\d.]+)/,
  );
  await pool.process.exited;
  print("nodemailer html pool", Number(pool.found[1]), ours);
  const source = await smtpSourceRate({ port: proxy.port, mails: few, bytes: htmlBytes, connections });
  if (source) print("smtp-source", source.perSecond, ours);
} finally {
  await end(server.process);
  proxy.close();
  await sink.end();
  folder.remove();
}

function print(what: string, perSecond: number, ours: Rate): void {
  const ratio = (ours.perSecond / perSecond).toFixed(2);
  console.log(`${what.padEnd(26)} ${perSecond.toFixed(0).padStart(6)}/s   ours is ${ratio} x`);
}
