import { amount, grouped } from "../../../sentences/en/words.ts";

/** What the calendar of campaigns says. */
export const calendar = {
  title: "Calendar",
  what: "The calendar",
  previous: "Month before",
  next: "Month after",
  today: "This month",
  grid: (month: string) => `Campaigns in ${month}`,
  planned: "starts",
  begun: "sent",
  none: "Nothing in this month.",
  count: (count: number) => amount(count, "campaign"),
  more: (count: number) => `${grouped(count)} more`,
  fewer: "Fewer",
  entry: ({ time, name, state }: { time: string; name: string; state: string }) =>
    `${time} ${name}, ${state}`,
};
