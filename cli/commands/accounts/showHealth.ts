import { cliLimits } from "../../../contract/limits/cli.ts";
import type { AccountHealth } from "../../../contract/schemas/accounts/health.ts";
import { type AccountHealthTexts, accountHealthTexts } from "../../../contract/texts/accountHealth.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { barCells } from "../../format/barCells.ts";
import { plotted } from "../../format/plot.ts";
import { clockTime } from "../../format/times.ts";
import type { Output, Piece } from "../../output.ts";
import { hasUnicode } from "../../terminal.ts";

type Kind = keyof AccountHealthTexts["kinds"];

const colors: Record<Kind, NonNullable<Piece["color"]>> = {
  accepted: "green",
  refused: "red",
  bounced: "magenta",
  complained: "red",
  uncertain: "yellow",
};
const kinds = Object.keys(colors) as Kind[];

/** What an account may still send today as a bar, and the outcomes of each day's mails as blocks. */
export function showAccountHealth(output: Output, { budget, days }: AccountHealth): void {
  const { labelled } = output.texts(verbTexts);
  showBudget(output, budget);
  for (const line of whenFree(output, budget)) output.line(labelled({ label: "", value: line }));
  output.line("");
  showDays(output, days);
}

function showBudget(output: Output, { used, countMax: max }: AccountHealth["budget"]): void {
  const texts = output.texts(accountHealthTexts).budget;
  const { labelled } = output.texts(verbTexts);
  const said = texts.used({ used, max });
  if (max === null) {
    output.line(labelled({ label: texts.title, value: said }));
    return;
  }
  const label = labelled({ label: texts.title, value: "" });
  const room = Math.min(output.width ?? cliLimits.widthDefault, cliLimits.barWidthMax);
  const cells = Math.max(cliLimits.budgetCellsMin, room - label.length - said.length - 2);
  const [full = 0, free = 0] = barCells([Math.min(used, max), Math.max(0, max - used)], cells);
  const [mark, rest] = hasUnicode(output.terminal) ? ["█", "░"] : ["#", "."];
  output.painted([
    { text: label },
    { text: mark.repeat(full), color: used >= max ? "yellow" : "green" },
    { text: `${rest.repeat(free)}  ${said}` },
  ]);
}

function showDays(output: Output, days: AccountHealth["days"]): void {
  const texts = output.texts(accountHealthTexts);
  const { labelled } = output.texts(verbTexts);
  if (days.every((day) => kinds.every((kind) => day[kind] === 0))) {
    output.line(texts.none);
    return;
  }
  output.line(texts.title);
  for (const kind of kinds) {
    const counts = days.map((day) => day[kind]);
    const sum = counts.reduce((all, count) => all + count, 0);
    const plot = { text: plotted(counts, { blocks: hasUnicode(output.terminal) }), color: colors[kind] };
    const label = labelled({ label: texts.kinds[kind], value: "" });
    output.painted([{ text: label }, plot, { text: `  ${texts.count(sum)}` }]);
  }
}

/** How much of the budget becomes free, and when. */
function whenFree(output: Output, budget: AccountHealth["budget"]): string[] {
  const texts = output.texts(accountHealthTexts).budget;
  const { rampDay, growsAt, countMax, freesAt, freeAt, freesCount } = budget;
  const clock = (at: number) => clockTime(at, output.terminal.now(), output.texts(progressTexts));
  return [
    ...(rampDay === null || growsAt === null || countMax === null
      ? []
      : [texts.rampDay({ day: rampDay, max: countMax, more: clock(growsAt) })]),
    ...(freesAt === null || freeAt === null
      ? []
      : [texts.frees({ count: freesCount, first: clock(freesAt), last: clock(freeAt) })]),
  ];
}
