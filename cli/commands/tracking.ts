import { Argument } from "commander";
import { type TrackChoice, trackChoices } from "../../contract/leads/consent.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import type { Output } from "../output.ts";

/** `amplify tracking granted`: sets whose opens and clicks are counted; without an argument, shows it. */
export function trackingCommand(help: HelpTexts) {
  return createCommand("tracking", help.tracking.summary)
    .helpGroup(help.groups.sending)
    .addArgument(new Argument("[whom]", help.tracking.whom).choices(trackChoices))
    .action(action(chooseTracking));
}

async function chooseTracking(
  output: Output,
  track: TrackChoice | undefined,
  options: CommonOptions,
): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const tracking =
    track === undefined
      ? await client("GET /amplify/account/tracking")
      : await client("PUT /amplify/account/tracking", { body: { track } });
  output.line(tracking.available ? texts.tracking[tracking.track] : texts.tracking.off);
  output.event("tracking", tracking);
  return exitCodes.done;
}
