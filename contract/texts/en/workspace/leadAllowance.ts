import { amount, grouped } from "../../../sentences/en/words.ts";

type Room = { max: number; fits: number };

/** What is said of a plan's leads before some are added. */
export const leadAllowance = {
  full: (max: number) => `Your plan holds ${amount(max, "lead")}, and all of them are there.`,
  fits: ({ max, fits }: Room) => `Your plan holds ${amount(max, "lead")}; ${grouped(fits)} more will fit.`,
  rows: ({ max, fits }: Room) =>
    fits === 0
      ? `Your plan holds ${amount(max, "lead")}, and all of them are there. The import updates the leads you have, and gives you the others as a file.`
      : `Your plan holds ${amount(max, "lead")}; ${grouped(fits)} more will fit. The import adds these, and gives you the others as a file.`,
};
