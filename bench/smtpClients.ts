import { join } from "node:path";
import { start } from "./support/processes.ts";
import { type Rate, smtpSourceRate, startSink } from "./support/sink.ts";

/**
 * What a mail costs each SMTP client behind the port, without a ledger, beside postfix's smtp-source: finished mails to one
 * server over 8 connections, in turns, since a machine is never the same twice. `bun bench/smtpClients.ts [MAILS] [ROUNDS]`.
 */
const mails = Number(process.argv[2] ?? 20_000);
const rounds = Number(process.argv[3] ?? 3);
const bytes = 10_000;
const script = join(import.meta.dir, "support/smtpClient.ts");

const sink = await startSink();
const clients: Record<string, () => Promise<Rate | null>> = {
  "our client": () => rateOf("ours", 8),
  "the same, 16 mails at once": () => rateOf("ours", 16),
  "nodemailer's link": () => rateOf("nodemailer", 8),
  "smtp-source": () => smtpSourceRate({ port: sink.port, mails, bytes }),
};
try {
  console.log(`${mails} mails of ${bytes} bytes to ${sink.name}, 8 connections, Bun ${Bun.version}`);
  for (let round = 1; round <= rounds; round += 1) {
    const ours = await clients["our client"]?.();
    for (const [what, measure] of Object.entries(clients)) {
      const rate = what === "our client" ? ours : await measure();
      if (rate && ours) print(`${round}. ${what}`, rate, ours);
    }
  }
} finally {
  await sink.end();
}

async function rateOf(client: string, atOnce: number): Promise<Rate> {
  const words = [client, String(sink.port), String(mails), String(bytes), String(atOnce)];
  const { process: child, found } = await start(
    [process.execPath, script, ...words],
    /rate ([\d.]+) ([\d.]+)/,
  );
  await child.exited;
  return { perSecond: Number(found[1]), cpuPerThousand: Number(found[2]) };
}

function print(what: string, rate: Rate, ours: Rate): void {
  const { perSecond, cpuPerThousand } = rate;
  const cost = `${cpuPerThousand.toFixed(3)} CPU s per 1,000`;
  const ratio = `ours takes ${(ours.cpuPerThousand / cpuPerThousand).toFixed(2)} x as much`;
  console.log(`${what.padEnd(30)} ${perSecond.toFixed(0).padStart(6)}/s   ${cost}   ${ratio}`);
}
