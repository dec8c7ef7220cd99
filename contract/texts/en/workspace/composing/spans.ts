/** Units of time behind a number. */
export const spans = {
  minutes: (count: number) => (count === 1 ? "minute" : "minutes"),
  hours: (count: number) => (count === 1 ? "hour" : "hours"),
  days: (count: number) => (count === 1 ? "day" : "days"),
  weeks: (count: number) => (count === 1 ? "week" : "weeks"),
};
