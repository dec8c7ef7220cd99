import { expect, test } from "bun:test";
import { showActions } from "../../../cli/commands/campaigns/showActions.ts";
import type { Output } from "../../../cli/output.ts";
import { type ReasonCode, reason } from "../../../contract/reasons.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { textsIn } from "../../../contract/texts/language.ts";

/** What stands there of a campaign that runs and waits for this. */
function shown(code: ReasonCode): string[] {
  const lines: string[] = [];
  const output = {
    texts: textsIn("en"),
    line: (text: string) => void lines.push(text),
    next: (command: string) => `amplify ${command}`,
  } as unknown as Output;
  const waitingCause = { ...reason(code as "winner_asked"), reply: null };
  showActions(output, {
    _id: "c1",
    state: "running",
    total: 3,
    accounts: [],
    waitingCause,
  } as unknown as Campaign);
  return lines;
}

test("a campaign that waits for what a person says names the command for it", () => {
  expect(shown("outcome_undecided")).toEqual(["Decide    amplify campaigns uncertain c1"]);
  expect(shown("winner_asked")).toEqual(["Choose    amplify campaigns winner c1"]);
  expect(shown("next_step_due")).toEqual([]);
});
