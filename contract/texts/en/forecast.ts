import { wallDay, wallDayWithYear } from "../../sentences/en/words.ts";

/** When the mails of a campaign are done. */
export const forecast = {
  never: "Nothing can go as it is",
  /** `date` is null where it is today; `limit` is the account that takes longest, or null. Of several mails it is of the first. */
  done: (at: {
    date: string | null;
    isOtherYear: boolean;
    time: string;
    days: number;
    limit: string | null;
    mails: number;
  }) =>
    [
      [
        at.mails > 1 ? "The first mail is done" : "Done",
        ...(at.date === null ? [] : [`on ${(at.isOtherYear ? wallDayWithYear : wallDay)(at.date)}`]),
        `about ${at.time}${at.date === null || at.days < 2 ? "" : `, over ${at.days} days`}`,
      ].join(" "),
      ...(at.limit === null ? [] : [`${at.limit} is the limit`]),
    ].join("; "),
};
