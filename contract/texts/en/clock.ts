/** Spans of time, and how far a clock was set. */
export const clock = {
  /** "2 hours" */
  span: ({ unit, count }: { unit: "day" | "hour" | "minute" | "second"; count: number }) =>
    `${count} ${unit}${count === 1 ? "" : "s"}`,
  /** "2 hours ahead" */
  step: ({ span, isBack }: { span: string; isBack: boolean }) => `${span} ${isBack ? "back" : "ahead"}`,
};
