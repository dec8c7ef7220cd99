import { join } from "node:path";
import { secondMs } from "../contract/limits/units.ts";
import {
  end,
  processorMsOf,
  type Started,
  start,
  startServer,
  temporaryFolder,
} from "./support/processes.ts";
import { readySender, sender } from "./support/readySender.ts";
import { startSink } from "./support/sink.ts";

/**
 * What sockets that come back 200 times a second cost a campaign that is being sent: turns with and without them follow
 * each other within one campaign, and the rates are compared. `bun bench/storm.ts [MAILS] [A_SECOND]`; once with the
 * limit on openings, as an installation has it, and once without any. The generator shares the machine, so that
 * some of the loss is its own; the server's processor time for each mail is told beside it.
 */
const mails = Number(process.argv[2] ?? 100_000);
const aSecond = Number(process.argv[3] ?? 200);
const turnMs = 1.5 * secondMs;
const generator = join(import.meta.dir, "support/reconnecting.ts");

type Turn = { perSecond: number; cpuMsEach: number };

for (const limits of ["on", "off"] as const) await storm(limits);

async function storm(limits: "on" | "off"): Promise<void> {
  const sink = await startSink();
  const folder = temporaryFolder();
  const server = await startServer({
    AMPLIFY_DATA: folder.path,
    AMPLIFY_PLANS: "off",
    AMPLIFY_RATE_LIMITS: limits,
    AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${sink.port}`,
  });
  try {
    const { client, token, uid } = await readySender(server.line, { leads: mails });
    const { campaignId: id } = await client("POST /email/send", {
      body: { subject: "News", html: "<p>Hello {{firstName}}</p>", from: sender, collection: "all" },
    });
    const sent = async () => (await client("GET /amplify/campaigns/{id}", { params: { id } })).counts.sent;
    const address = `${server.line.replace(/^http/, "ws")}/ws/${uid}`;
    const turns: Record<"calm" | "stormy", Turn[]> = { calm: [], stormy: [] };
    await turn({ server, sent });
    for (let left = 5; left > 0 && (await sent()) < mails * 0.75; left -= 1) {
      turns.calm.push(await turn({ server, sent }));
      const reconnecting = await start(
        [process.execPath, generator, address, String(aSecond), token],
        /opened (\d+) told (\d+)/,
      );
      turns.stormy.push(await turn({ server, sent }));
      await end(reconnecting.process);
    }
    print(limits, turns);
  } finally {
    await end(server.process);
    await sink.end();
    folder.remove();
  }
}

async function turn({ server, sent }: { server: Started; sent: () => Promise<number> }): Promise<Turn> {
  const [before, usedBefore, startedAt] = [
    await sent(),
    processorMsOf(server.process.pid),
    performance.now(),
  ];
  await Bun.sleep(turnMs);
  const count = (await sent()) - before;
  return {
    perSecond: (count / (performance.now() - startedAt)) * secondMs,
    cpuMsEach: (processorMsOf(server.process.pid) - usedBefore) / count,
  };
}

function print(limits: "on" | "off", { calm, stormy }: Record<"calm" | "stormy", Turn[]>): void {
  const mean = (turns: Turn[], figure: keyof Turn) =>
    turns.reduce((sum, each) => sum + each[figure], 0) / turns.length;
  const rate = mean(stormy, "perSecond") / mean(calm, "perSecond");
  console.log(
    `limits ${limits.padEnd(3)}  ${mean(calm, "perSecond").toFixed(0)}/s alone, ${mean(stormy, "perSecond").toFixed(0)}/s beside ${aSecond} sockets a second: ${rate.toFixed(2)} x; ` +
      `${mean(calm, "cpuMsEach").toFixed(2)} and ${mean(stormy, "cpuMsEach").toFixed(2)} CPU ms a mail; ${calm.length} turns each`,
  );
}
