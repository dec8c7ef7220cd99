const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

/** When the mails of a campaign are done. */
export const forecast = {
  never: "Nothing can go as it is",
  /** `date` is null where it is the day on which it begins; `limit` is the account that takes longest, or null. */
  done: (at: { date: string | null; time: string; days: number; limit: string | null }) =>
    [
      at.date === null
        ? `Done about ${at.time}`
        : `Done on ${at.date} about ${at.time}, over ${days(at.days)}`,
      ...(at.limit === null ? [] : [`${at.limit} is the limit`]),
    ].join("; "),
};
