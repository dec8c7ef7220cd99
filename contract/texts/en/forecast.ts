import { wallDay, wallDayWithYear } from "../../sentences/en/words.ts";

/** When the mails of a campaign are done. */
export const forecast = {
  never: "Nothing can go as it is",
  /** Its limits or its hours spread it over years. Of several mails it is of the first, as below. */
  tooFar: ({ mails }: { mails: number }) =>
    `When ${mails > 1 ? "the first mail" : "it"} is done lies too far ahead to tell`,
  awaitsJoiners: "The first mail goes once somebody joins",
  /** `date` is null where it is today; `limit` is the account that takes longest, or null. Of several mails it is of the first. */
  done: (at: {
    date: string | null;
    isOtherYear: boolean;
    time: string;
    days: number;
    limit: string | null;
    mails: number;
    /** Whether it is the sample of a test, and the rest waits until a person chooses. */
    awaitsChoice: boolean;
  }) =>
    [
      [
        begun(at),
        ...(at.date === null ? [] : [`on ${(at.isOtherYear ? wallDayWithYear : wallDay)(at.date)}`]),
        `about ${at.time}${at.date === null || at.days < 2 ? "" : `, over ${at.days} days`}`,
      ].join(" "),
      ...(at.awaitsChoice ? ["the rest waits until somebody chooses the better variant"] : []),
      ...(at.limit === null ? [] : [`${at.limit} is the limit`]),
    ].join("; "),
};

function begun({ mails, awaitsChoice }: { mails: number; awaitsChoice: boolean }): string {
  if (awaitsChoice) return mails > 1 ? "The sample of the first mail is done" : "The sample is done";
  return mails > 1 ? "The first mail is done" : "Done";
}
