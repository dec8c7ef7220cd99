import type { Client } from "../../contract/client.ts";
import { Refusal } from "../../contract/errors.ts";
import { cliLimits } from "../../contract/limits/cli.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import { campaignTexts } from "../../contract/texts/terminal/campaigns.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import { confirm } from "../ask.ts";
import { attach } from "../attach.ts";
import type { Connection } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { shortId } from "../format/campaignFigures.ts";
import { clockTime } from "../format/times.ts";
import type { Output } from "../output.ts";
import { reviewChecks, reviewLines, type ShownPlan, wallTimeText } from "./reviewLines.ts";

export type StartOptions = {
  yes?: boolean | undefined;
  detach?: boolean | undefined;
  wait?: boolean | undefined;
};

/**
 * Shows what starting a draft would do, and asks for confirmation.
 * @throws {Refusal} if something prevents the start.
 */
export async function confirmStart(
  output: Output,
  client: Client,
  { plan, yes }: { plan: ShownPlan; yes: boolean },
): Promise<boolean> {
  const texts = output.texts(campaignTexts);
  const review = await client("GET /amplify/campaigns/{id}/review", { params: { id: plan._id } });
  output.event("review", { campaignId: plan._id, ...review });
  for (const line of reviewLines(plan, review, output)) output.line(line);
  const { stops, warnings } = reviewChecks(review, output);
  for (const warning of warnings) output.note(warning);
  if (stops.length > 0) throw new Refusal("bad_request", texts.review.cannotStart(stops));
  const count = review.audience.recipients;
  const question =
    plan.startAt === null
      ? texts.review.ask(count)
      : texts.review.askPlanned({ count, time: wallTimeText(plan.startAt) });
  if (yes || (await confirm(output.terminal, { text: question, instead: texts.review.cannotAsk })))
    return true;
  output.note(output.texts(outputTexts).send.nothingSent);
  return false;
}

/** Starts a campaign exactly once: if an answer was lost, the campaign's state tells whether it has started. */
export async function startPlan(
  client: Client,
  { _id: id, version }: Pick<ShownPlan, "_id" | "version">,
): Promise<Campaign> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await client("POST /amplify/campaigns/{id}/start", { params: { id }, body: { version } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (tries > 1 && error.code === "conflict") {
        const campaign = await client("GET /amplify/campaigns/{id}", { params: { id } });
        if (campaign.state !== "draft") return campaign;
      }
      if (error.code !== "unavailable" || tries >= cliLimits.sendTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? cliLimits.sendRetryMs));
    }
  }
}

/** Prints when a campaign begins and follows it. If it is scheduled for later, prints how to watch it or undo the start. */
export async function followStarted(
  output: Output,
  connection: Connection,
  { campaign, ...options }: StartOptions & { campaign: Campaign },
): Promise<ExitCode> {
  const { started } = output.texts(campaignTexts);
  const { _id: id, state, startAt, holdUntil } = campaign;
  const now = output.terminal.now();
  const clock = (at: number) => clockTime(at, now, output.texts(progressTexts));
  if (state === "scheduled" && startAt !== null) output.line(started.planned(clock(startAt)));
  if (state === "holding" && holdUntil !== null)
    output.line(started.held(Math.max(0, Math.round((holdUntil - now) / 1000))));
  output.event("started", campaign);
  const isLive = output.mode === "live";
  const follows = !options.detach && (state !== "scheduled" || options.wait === true);
  if ((state === "holding" || state === "scheduled") && !(isLive && follows))
    output.note(started.takeBack(output.next(`campaigns undo ${shortId(id)}`)));
  if (follows) return attach(output, connection, { campaignIds: [id], wait: options.wait === true });
  output.note(started.watch(output.next(`watch ${shortId(id)}`)));
  return exitCodes.done;
}
