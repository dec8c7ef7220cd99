import { wallDay } from "../../sentences/en/words.ts";

/** When the mails of a campaign are done. */
export const forecast = {
  never: "Nothing can go as it is",
  /** `date` is null where it is today; `limit` is the account that takes longest, or null. */
  done: (at: { date: string | null; time: string; days: number; limit: string | null }) =>
    [
      at.date === null
        ? `Done about ${at.time}`
        : `Done on ${wallDay(at.date)} about ${at.time}${at.days < 2 ? "" : `, over ${at.days} days`}`,
      ...(at.limit === null ? [] : [`${at.limit} is the limit`]),
    ].join("; "),
};
