import { limits } from "../contract/limits.ts";
import type { Connection } from "./connection.ts";
import { type ExitCode, exitCodes } from "./exitCodes.ts";
import { shortId, type Tally } from "./format/tally.ts";
import type { Output } from "./output.ts";

/** The exit code that one campaign's end deserves. */
export function exitCodeOf(tally: Tally): ExitCode {
  if (tally.state === "cancelled") return exitCodes.refused;
  if (tally.state !== "finished" || tally.uncertain > 0) return exitCodes.needsPerson;
  return tally.failed > 0 ? exitCodes.someFailed : exitCodes.done;
}

// From the best to the worst: of several campaigns the worst end counts.
const ranked: ExitCode[] = [exitCodes.done, exitCodes.someFailed, exitCodes.needsPerson, exitCodes.refused];

/** Says how campaigns ended, for whom they failed and why, and what a person can do about it. */
export async function conclude(
  output: Output,
  connection: Connection,
  tallies: readonly Tally[],
): Promise<ExitCode> {
  let worst = 0;
  for (const tally of tallies) {
    const exitCode = exitCodeOf(tally);
    worst = Math.max(worst, ranked.indexOf(exitCode));
    if (tally.failed > 0) await listDeliveries(output, connection, tally, "failed");
    if (tally.uncertain > 0) await listDeliveries(output, connection, tally, "uncertain");
    for (const advice of adviceOn(output, tally)) output.note(advice);
    output.event("finished", { ...tally, exitCode });
  }
  return ranked[worst] ?? exitCodes.refused;
}

async function listDeliveries(
  output: Output,
  { client }: Connection,
  tally: Tally,
  state: "failed" | "uncertain",
): Promise<void> {
  const pageSize = limits.cli.failuresShown;
  const { items } = await client("GET /amplify/campaigns/{id}/deliveries", {
    params: { id: tally.campaignId },
    query: { state, pageSize },
  });
  for (const { email, reason } of items) {
    output.line(`${state}  ${email}${reason ? `: ${reason}` : ""}`);
    output.event("delivery", { campaignId: tally.campaignId, email, state, reason });
  }
  if (tally[state] > items.length)
    output.line(
      `See all ${tally[state]}: ${output.next(`deliveries ${shortId(tally.campaignId)} --state ${state}`)}`,
    );
}

function adviceOn(output: Output, tally: Tally): string[] {
  // The server tries nothing of a cancelled campaign again.
  if (tally.state === "cancelled") return [];
  const id = shortId(tally.campaignId);
  const advice: string[] = [];
  if (tally.state === "paused") advice.push(`Go on with: ${output.next(`resume ${id}`)}`);
  if (tally.failed > 0)
    advice.push("Those that failed can be tried again:", output.next(`retry ${id} --failed`));
  if (tally.uncertain > 0)
    advice.push(
      "Uncertain mails may have arrived; whoever is tried again may get it twice:",
      output.next(`retry ${id} --uncertain`),
    );
  return advice;
}
