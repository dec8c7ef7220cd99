import { conclude } from "./conclude.ts";
import type { Connection } from "./connection.ts";
import { type ExitCode, exitCodes } from "./exitCodes.ts";
import { followCampaigns } from "./followCampaigns.ts";
import { shortId, type Tally } from "./format/tally.ts";
import type { Output } from "./output.ts";
import { jsonDisplay, lineDisplay, type ProgressDisplay, Standings } from "./progressDisplay.ts";
import { reportFault } from "./reportFault.ts";

type Key = "pause" | "resume" | "leave";

/**
 * Shows campaigns until the last is over and tells how they ended. Ctrl-C only stops the watching.
 * `wait` stays while a campaign is paused; a person at a live view stays too, because they can resume it there.
 */
export async function attach(
  output: Output,
  connection: Connection,
  options: { campaignIds: readonly string[]; wait: boolean },
): Promise<ExitCode> {
  const left = new AbortController();
  const leave = () => left.abort();
  const standings = new Standings();
  const steer = keyHandler(output, connection, { campaignId: options.campaignIds[0], leave });
  const display = await displayFor(output, steer);
  process.once("SIGINT", leave);
  process.once("SIGTERM", leave);
  try {
    let reachable = true;
    const throughPauses = options.wait || (output.mode === "live" && Boolean(output.terminal.stdin.isTTY));
    const { now } = output.terminal;
    const events = followCampaigns({ ...connection, ...options, throughPauses, signal: left.signal, now });
    for await (const event of events) {
      if ("tally" in event) standings.add(event.tally, now());
      else reachable = event.reachable;
      display.show(standings.list(), reachable);
    }
  } finally {
    process.off("SIGINT", leave);
    process.off("SIGTERM", leave);
    await display.close();
  }
  const tallies = standings.list().map(({ tally }) => tally);
  return left.signal.aborted
    ? sayLeft(output, tallies, options.campaignIds)
    : conclude(output, connection, tallies);
}

async function displayFor(output: Output, onKey: (key: Key) => void): Promise<ProgressDisplay> {
  if (output.mode === "json") return jsonDisplay(output);
  if (output.mode === "lines") return lineDisplay(output);
  // Loaded here and nowhere else: every other command starts without React and Ink.
  const { liveDisplay } = await import("./views/liveDisplay.tsx");
  return liveDisplay(output, output.terminal.stdin.isTTY ? onKey : undefined);
}

function keyHandler(
  output: Output,
  { client }: Connection,
  { campaignId, leave }: { campaignId: string | undefined; leave: () => void },
): (key: Key) => void {
  return (key) => {
    if (key === "leave" || campaignId === undefined) return leave();
    const input = { params: { id: campaignId } };
    const call =
      key === "pause"
        ? client("POST /amplify/campaigns/{id}/pause", input)
        : client("POST /amplify/campaigns/{id}/resume", input);
    // The socket shows what the key did; only a refusal needs words.
    call.catch((error: unknown) => void reportFault(output, error));
  };
}

function sayLeft(output: Output, tallies: readonly Tally[], campaignIds: readonly string[]): ExitCode {
  const again = campaignIds.length === 1 ? ` ${shortId(campaignIds[0] ?? "")}` : "";
  const paused = tallies.length > 0 && tallies.every((tally) => tally.state === "paused");
  output.note(paused ? "Left; it stays paused." : "Left; the send goes on.");
  output.note(`Watch it again: amplify watch${again}`);
  output.event("left", { campaignIds });
  return exitCodes.interrupted;
}
