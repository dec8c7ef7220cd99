import { expect, test } from "bun:test";
import { showParts } from "../../../cli/commands/campaigns/showFigures.ts";
import { triedIn } from "../../../cli/commands/campaigns/winner.ts";
import { Output } from "../../../cli/output.ts";
import { processTerminal } from "../../../cli/terminal.ts";
import type { CampaignPart } from "../../../contract/schemas/campaign.ts";
import type { CampaignStep } from "../../../contract/schemas/campaignPlan.ts";

const counts = { queued: 0, sending: 0, failed: 0, uncertain: 0, skipped: 0, deferred: 0 };
const part = (variantId: string | null, sent: number) =>
  ({
    step: 0,
    stepId: "s",
    variantId,
    from: "Ada <ada@a.test>",
    state: "finished",
    zone: null,
    subject: "Hello",
    counts: { ...counts, sent },
    total: sent,
    opened: 0,
    clicked: 0,
    replied: 0,
    waitingCause: null,
  }) as unknown as CampaignPart;
const step = {
  id: "s",
  delayMinutes: 0,
  condition: { kind: "always" },
  sameThread: false,
  test: null,
  variants: [
    { id: "first", share: 25 },
    { id: "second", share: 25 },
  ],
} as CampaignStep;

function shown(parts: readonly CampaignPart[]): string[] {
  let said = "";
  const stdout = {
    write(text: string) {
      said += text;
      return true;
    },
  };
  const output = new Output({
    terminal: { ...processTerminal, stdout: stdout as unknown as typeof process.stdout },
    server: undefined,
    json: false,
    plain: true,
    color: false,
  });
  showParts(output, parts, [step]);
  return said.split("\n");
}

test("variants have the letters under which they were written, whichever was sent first", () => {
  const lines = shown([part("second", 7), part("first", 5), part(null, 3)]);
  expect(lines.find((line) => line.startsWith("1a "))).toMatch(/ 5 +5 +0 +0$/);
  expect(lines.find((line) => line.startsWith("1b "))).toMatch(/ 7 +7 +0 +0$/);
  expect(lines.find((line) => line.startsWith("1 "))).toMatch(/ 3 +3 +0 +0$/);
});

test("a mail that is written anew under way stands beside its figures under the subject that it was sent with", () => {
  const later = { ...part("first", 4), subject: "Hello again" };
  const parts = [part("first", 5), part("second", 7), later];
  const lines = shown(parts).filter((line) => line.startsWith("1a "));
  expect(lines).toEqual([
    expect.stringMatching(/ Hello +Finished +5 /),
    expect.stringMatching(/ Hello again +Finished +4 /),
  ]);
  expect(shown(parts.slice(0, 2)).join()).not.toContain("Hello");
  const mails = ["first", "second"].map((variantId) => ({ variantId, subject: "Hello again" }));
  const tried = triedIn({ steps: [step], mails }, [part("first", 5)]);
  expect(tried.map(({ name, subject }) => [name, subject])).toEqual([
    ["1a", "Hello"],
    ["1b", "Hello again"],
  ]);
});
