import { writeFileSync } from "node:fs";
import { createClient } from "../contract/client.ts";
import { campaignRate } from "./support/campaignRate.ts";
import { startProbe } from "./support/probe.ts";
import { end, memoryOf, type Started, startServer, temporaryFolder } from "./support/processes.ts";
import { readySender } from "./support/readySender.ts";
import { startSink } from "./support/sink.ts";

/**
 * What a campaign takes of memory, for few and for many leads, and for how long other calls wait while it goes out. Each size
 * has a server that was started anew once the leads were there. `bun bench/sendMemory.ts [LEADS…]`; a million take ten minutes.
 * `BENCH_BINARY` tries a binary, which takes some 30 MB less than the source.
 */
const named = process.argv.slice(2).map(Number);
const sizes = named.length > 0 ? named : [1_000, 10_000, 100_000, 1_000_000];

const sink = await startSink();
try {
  const tried = process.env.BENCH_BINARY ?? "the source";
  console.log(`mails to ${sink.name}, 8 connections, Bun ${Bun.version}, ${tried}`);
  for (const size of sizes) await measure(size);
} finally {
  await sink.end();
}

async function measure(leads: number): Promise<void> {
  const folder = temporaryFolder();
  const serve = () =>
    startServer({
      // As the unit and the container file of `docs/` start it.
      BUN_JSC_forceRAMSize: "536870912",
      AMPLIFY_DATA: folder.path,
      AMPLIFY_PLANS: "off",
      AMPLIFY_RATE_LIMITS: "off",
      AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${sink.port}`,
    });
  let server = await serve();
  try {
    const { token } = await readySender(server.line, { leads });
    await end(server.process);
    server = await serve();
    await sendAndTell(server, { token, leads });
  } finally {
    await end(server.process);
    folder.remove();
  }
}

async function sendAndTell(server: Started, { token, leads }: { token: string; leads: number }) {
  const { pid } = server.process;
  const client = createClient({ base: server.line, token });
  const look = () => client("GET /amplify/leads", { query: { pageSize: 50 } });
  for (let nth = 0; nth < 50; nth += 1) await look();
  const idle = memoryOf(pid).nowMb;
  forgetPeak(pid);
  const probe = startProbe(look);
  const { perSecond } = await campaignRate(client, [pid], { subject: "News" });
  const { medianMs, p99Ms, maxMs } = await probe.stop();
  const { peakMb } = memoryOf(pid);
  console.log(
    `${String(leads).padStart(8)} leads  ${perSecond.toFixed(0).padStart(5)}/s   memory ${idle.toFixed(0)} MB before, ${peakMb.toFixed(0)} MB at most` +
      `   other calls ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, longest ${maxMs.toFixed(0)} ms`,
  );
}

/** Linux forgets the highest resident memory of a process where 5 is written here (proc(5)). */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}
