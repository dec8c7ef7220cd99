import { fillManyAccounts } from "../tests/support/postgres/manyAccounts.ts";
import { campaignRate, htmlBytes } from "./support/campaignRate.ts";
import { end, type Started, startSendingServer, temporaryFolder } from "./support/processes.ts";
import { startSink } from "./support/sink.ts";

/**
 * How fast one sender sends through many accounts at once, as where many businesses share an installation: the same mails through
 * 1, 10 and 50 accounts, with nobody else there and while others write to the database all the time.
 * `bun bench/accounts.ts [MAILS] [ACCOUNTS,…]`
 */
const mails = Number(process.argv[2] ?? 20_000);
const counts = process.argv[3]?.split(",").map(Number) ?? [1, 10, 50];
const connections = 2;
const pauseMs = 5;

const sink = await startSink();
console.log(
  `${mails} mails of ${htmlBytes} bytes to ${sink.name}, ${connections} connections for each account, Bun ${Bun.version}`,
);
try {
  for (const count of counts) {
    const folder = temporaryFolder();
    const server = await startSendingServer(folder.path);
    try {
      await rates(server, count);
    } finally {
      await end(server.process);
      folder.remove();
    }
  }
} finally {
  await sink.end();
}

async function rates(server: Started, count: number): Promise<void> {
  const fill = { base: server.line, smtpPort: sink.port, accountCount: count, leadCount: mails / count };
  const { client, senders: from } = await fillManyAccounts({ ...fill, connections });
  const pids = [server.process.pid];
  // The first campaigns of a process find its code not compiled yet, and are not counted.
  await campaignRate(client, pids, { subject: "First", from });
  const alone = await campaignRate(client, pids, { subject: "Alone", from });
  let isOver = false;
  let written = 0;
  const writing = (async () => {
    for (; !isOver; written += 1) {
      const lead = { firstName: "New", lastName: "Lead", email: `new${written}@in.test` };
      await client("POST /amplify/leads/bulk", { body: { leads: [lead] } });
      await Bun.sleep(pauseMs);
    }
  })();
  const beside = await campaignRate(client, pids, { subject: "Beside others", from });
  isOver = true;
  await writing;
  const shown = [alone, beside].map(
    ({ perSecond, cpuPerThousand }) =>
      `${perSecond.toFixed(0).padStart(5)}/s ${cpuPerThousand.toFixed(3)} CPU s per 1,000`,
  );
  console.log(`${String(count).padStart(4)} accounts   ${shown[0]}   beside ${written} writes ${shown[1]}`);
}
