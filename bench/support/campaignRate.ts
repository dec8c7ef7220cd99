import type { Client } from "../../contract/client.ts";
import { processorMsOf } from "./processes.ts";
import { sender } from "./readySender.ts";
import type { Rate } from "./sink.ts";

export const htmlBytes = 10_000;
const links = Array.from({ length: 10 }, (_, index) => `<a href="https://shop.test/${index}">Look</a>`);
const html = `<p>Hello {{firstName}}</p>${links.join(" ")}<p>${"Hello, this is what is new. ".repeat(Math.ceil(htmlBytes / 28))}</p>`;

type What = {
  /** The accounts that it goes through, a campaign to everybody for each. */
  from?: readonly string[];
  /** What it is told apart by from an earlier one: the same send twice is one. */
  subject: string;
  trackClicks?: boolean;
};

/**
 * Sends a mail of 10 kB with ten links to everybody, and waits for the end. Mails a second from the moment at which the first
 * campaign was asked for to that at which the last one had ended, and what the processes took of the processors.
 */
export async function campaignRate(client: Client, pids: readonly number[], what: What): Promise<Rate> {
  const { from = [sender], subject, trackClicks = true } = what;
  const usedMs = () => pids.reduce((sum, pid) => sum + processorMsOf(pid), 0);
  const usedBefore = usedMs();
  const ids: string[] = [];
  for (const account of from) {
    const body = {
      subject: `${subject} for {{firstName}}`,
      html,
      from: account,
      collection: "all",
      trackClicks,
    };
    ids.push((await client("POST /email/send", { body })).campaignId);
  }
  for (;;) {
    const campaigns = await Promise.all(
      ids.map((id) => client("GET /amplify/campaigns/{id}", { params: { id } })),
    );
    const ends = campaigns.flatMap(({ finishedAt }) => finishedAt ?? []);
    if (ends.length === ids.length) {
      const sent = campaigns.reduce((sum, { counts }) => sum + counts.sent, 0);
      const tookMs = Math.max(...ends) - Math.min(...campaigns.map(({ createdAt }) => createdAt));
      return { perSecond: (sent / tookMs) * 1_000, cpuPerThousand: (usedMs() - usedBefore) / sent };
    }
    // So that looking takes little of what is measured, however many they are.
    await Bun.sleep(100 * ids.length);
  }
}
