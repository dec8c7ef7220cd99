import { expect, test } from "bun:test";
import { hourMs, minuteMs, secondMs } from "../../contract/limits/units.ts";
import { liveQuarter, type QuarterStory } from "../support/simulation/quarter.ts";
import { isShownIn } from "../support/simulation/sequenceWitness.ts";

/**
 * The rules told a second time, over what was seen from outside: nothing of the program's own is asked. Answers every
 * mail that is not where they put it, and every one that is missing.
 */
function misplacedIn(quarter: QuarterStory): string[] {
  const wrong: string[] = [];
  for (const lead of quarter.joinedAt.keys()) {
    const mails = quarter.taken.filter(({ leadId }) => leadId === lead).sort((a, b) => a.atMs - b.atMs);
    for (const mail of mails) wrong.push(...misplaced(quarter, lead, mail));
    for (const [nth, mail] of mails.entries()) wrong.push(...misordered(quarter, mails[nth - 1], mail));
    wrong.push(...missing(quarter, lead, mails));
  }
  return wrong;
}

type Mail = QuarterStory["taken"][number];
/** A mail may be on its way for so long when something happens that would have kept it back. */
const slackMs = 3 * secondMs;

function misplaced({ window, zones, startMs, optedOutAt }: QuarterStory, lead: string, mail: Mail): string[] {
  const zone = zones.get(lead) ?? "";
  const at = startMs + mail.atMs;
  const isIn = isShownIn(window, zone, at) || isShownIn(window, zone, at - slackMs);
  return [
    ...(isIn ? [] : [`${lead} has step ${mail.step} outside of the window of ${zone}`]),
    ...(mail.atMs > (optedOutAt.get(lead) ?? Number.POSITIVE_INFINITY) + slackMs
      ? [`${lead} had opted out`]
      : []),
  ];
}

function misordered(quarter: QuarterStory, before: Mail | undefined, mail: Mail): string[] {
  const { steps, openedAt, clickedAt } = quarter;
  if (before === undefined) return mail.step === 0 ? [] : [`${mail.leadId} begins with step ${mail.step}`];
  if (mail.step <= before.step) return [`${mail.leadId} has step ${mail.step} after ${before.step}`];
  const wrong: string[] = [];
  let dueAt = before.atMs;
  for (let step = before.step + 1; step <= mail.step; step++) {
    dueAt += (steps[step]?.delayMinutes ?? 0) * minuteMs;
    const condition = steps[step]?.condition.kind;
    const opened = openedAt.get(before.deliveryId) ?? Number.POSITIVE_INFINITY;
    const clicked = clickedAt.get(before.deliveryId) ?? Number.POSITIVE_INFINITY;
    // It is asked at some moment from when it is due until it went.
    const mayHold = {
      always: true,
      notOpened: opened > dueAt,
      notClicked: clicked > dueAt,
      clicked: clicked <= mail.atMs,
    };
    const mayFail = {
      always: false,
      notOpened: opened <= mail.atMs,
      notClicked: clicked <= mail.atMs,
      clicked: clicked > dueAt,
    };
    const isRight = step === mail.step ? mayHold[condition ?? "always"] : mayFail[condition ?? "always"];
    if (!isRight)
      wrong.push(
        `${mail.leadId}: step ${step} (${condition}) was ${step === mail.step ? "sent" : "left out"}`,
      );
  }
  if (mail.atMs < dueAt - slackMs)
    wrong.push(`${mail.leadId} has step ${mail.step} ${dueAt - mail.atMs} ms early`);
  return wrong;
}

/** Whoever is through had every step that was for them. */
function missing(quarter: QuarterStory, lead: string, mails: readonly Mail[]): string[] {
  const { steps, ends, openedAt, clickedAt } = quarter;
  const end = ends.get(lead);
  const last = mails.at(-1);
  if (end !== "sequence_done") return [];
  if (last === undefined) return [`${lead} is through and had nothing`];
  return steps.slice(last.step + 1).flatMap(({ condition: { kind } }, nth) => {
    const isFor = {
      always: true,
      notOpened: !openedAt.has(last.deliveryId),
      notClicked: !clickedAt.has(last.deliveryId),
      clicked: false,
    };
    return isFor[kind] ? [`${lead} is through without step ${last.step + 1 + nth}`] : [];
  });
}

/** Other seeds are lived through by hand: `QUARTER_SEEDS=12,13 bun test tests/simulation/quarter.test.ts`. */
const seeds = process.env.QUARTER_SEEDS?.split(",").map(Number) ?? [12, 14];

const asked = new Set<string>();

test.each(seeds)(
  "a quarter of seed %i: every mail is where the rules put it",
  async (seed) => {
    const quarter = await liveQuarter(seed);
    console.log(
      `${quarter.taken.length} mails, asked for ${quarter.asked}, chose ${quarter.chosen?.variantId}`,
    );
    if (quarter.broken !== null) console.log(quarter.story.slice(-40).join("\n"));
    expect(quarter.broken).toBeNull();
    expect(misplacedIn(quarter)).toEqual([]);
    // Nobody clicks on a first mail, so both variants do equally well, and a person is asked.
    expect(quarter.asked).toContain("tie");
    for (const { deliveryId, leadId, step, atMs } of quarter.taken)
      if (
        step === 0 &&
        atMs > (quarter.chosen?.atMs ?? 0) + hourMs &&
        !quarter.variants.get(deliveryId)?.startsWith("s0")
      )
        throw new Error(`${leadId} has no variant`);
    for (const code of quarter.asked) asked.add(code);
    // The lost account was replaced, and what was left went on.
    expect(quarter.accounts).toContain("a2");
    expect([...quarter.ends.values()].filter((end) => end === "sequence_done").length).toBeGreaterThan(60);
  },
  240_000,
);

// Whether anything fell due in a quarter's downtime is its seed's affair.
test.skipIf(process.env.QUARTER_SEEDS !== undefined)("in one of them downtime was asked about", () => {
  expect([...asked]).toContain("fell_due_late");
});
