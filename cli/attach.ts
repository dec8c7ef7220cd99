import { progressTexts } from "../contract/texts/terminal/progress.ts";
import { conclude } from "./conclude.ts";
import type { Connection } from "./connection.ts";
import { type ExitCode, exitCodes } from "./exitCodes.ts";
import { followCampaigns } from "./followCampaigns.ts";
import { type CampaignFigures, canTakeBack, shortId } from "./format/campaignFigures.ts";
import { plainText } from "./format/plainText.ts";
import type { Output } from "./output.ts";
import { jsonDisplay, type Key, lineDisplay, type ProgressDisplay, Standings } from "./progressDisplay.ts";
import { reportFault } from "./reportFault.ts";

/**
 * Shows campaigns until the last one has ended and prints how they ended. Ctrl-C only stops watching. With `wait`, and in
 * an interactive live view, watching goes on while a campaign is paused, since it can be resumed.
 */
export async function attach(
  output: Output,
  connection: Connection,
  options: { campaignIds: readonly string[]; wait: boolean },
): Promise<ExitCode> {
  const left = new AbortController();
  const standings = new Standings();
  const leave = () => {
    // A second interrupt ends the process at once.
    if (left.signal.aborted) process.exit(exitCodes.interrupted);
    left.abort();
  };
  // From here on an interrupt only stops watching, even while the view is still being loaded. Not `once`: Ink kills the
  // process if it finds no other listener.
  process.on("SIGINT", leave);
  process.on("SIGTERM", leave);
  try {
    await showUntilOver(output, connection, { ...options, standings, left });
  } catch (error) {
    const code = reportFault(output, error);
    sayHowToWatch(output, options.campaignIds);
    return code;
  } finally {
    process.off("SIGINT", leave);
    process.off("SIGTERM", leave);
  }
  const figures = standings.list().map(({ figures }) => figures);
  return left.signal.aborted
    ? sayLeft(output, figures, options.campaignIds)
    : conclude(output, connection, figures);
}

type Watching = {
  campaignIds: readonly string[];
  wait: boolean;
  standings: Standings;
  left: AbortController;
};

async function showUntilOver(output: Output, connection: Connection, watching: Watching): Promise<void> {
  const { campaignIds, wait, standings, left } = watching;
  const { words } = output;
  const { now, stdin } = output.terminal;
  let reachable = true;
  let refused: string | null = null;
  let isOpen = true;
  const show = () => isOpen && display.show({ standings: standings.list(), reachable, refused });
  let askNow = () => {};
  const onRefused = (why: string | null) => {
    refused = why;
    if (why === null) askNow();
    show();
  };
  const display = await displayFor(output, keyHandler(connection, watching, onRefused));
  const throughPauses = wait || (output.mode === "live" && Boolean(stdin.isTTY));
  const { signal } = left;
  try {
    for await (const event of followCampaigns({
      ...connection,
      campaignIds,
      throughPauses,
      signal,
      now,
      words,
      onReady: (ask) => {
        askNow = ask;
      },
    })) {
      if ("figures" in event) standings.add(event.figures, now());
      else {
        reachable = event.reachable;
        // What was refused while it was out of reach is true no more.
        if (reachable) refused = null;
      }
      show();
    }
  } finally {
    isOpen = false;
    await display.close();
  }
}

async function displayFor(output: Output, onKey: (key: Key) => void): Promise<ProgressDisplay> {
  if (output.mode === "json") return jsonDisplay(output);
  if (output.mode === "lines") return lineDisplay(output);
  // Loaded only here, so that other commands start without React and Ink.
  const { liveDisplay } = await import("./views/liveDisplay.tsx");
  return liveDisplay(output, output.terminal.stdin.isTTY ? onKey : undefined);
}

const asked: Record<
  Exclude<Key, "leave">,
  (client: Connection["client"], input: { params: { id: string } }) => Promise<unknown>
> = {
  pause: (client, input) => client("POST /amplify/campaigns/{id}/pause", input),
  resume: (client, input) => client("POST /amplify/campaigns/{id}/resume", input),
  takeBack: (client, input) => client("POST /amplify/campaigns/{id}/undo", input),
};

function keyHandler(
  { client }: Connection,
  { campaignIds, left }: Watching,
  onRefused: (why: string | null) => void,
): (key: Key) => void {
  return (key) => {
    const [id] = campaignIds;
    if (key === "leave" || id === undefined) return left.abort();
    const input = { params: { id } };
    // The view shows the result itself: other output would break the frame.
    asked[key](client, input).then(
      () => onRefused(null),
      (error: unknown) => onRefused(plainText(error instanceof Error ? error.message : String(error))),
    );
  };
}

function sayLeft(
  output: Output,
  figures: readonly CampaignFigures[],
  campaignIds: readonly string[],
): ExitCode {
  const { left } = output.texts(progressTexts);
  const all = (is: (one: CampaignFigures) => boolean) => figures.length > 0 && figures.every(is);
  const isAhead = all(canTakeBack);
  output.note(all(({ state }) => state === "paused") ? left.paused : isAhead ? left.ahead : left.running);
  sayHowToWatch(output, campaignIds);
  output.event("left", { campaignIds });
  return exitCodes.interrupted;
}

function sayHowToWatch(output: Output, campaignIds: readonly string[]): void {
  const again = campaignIds.length === 1 ? ` ${shortId(campaignIds[0] ?? "")}` : "";
  output.note(output.texts(progressTexts).left.watch(output.next(`watch${again}`)));
}
