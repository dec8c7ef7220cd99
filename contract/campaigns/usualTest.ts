import { hourMs, minuteMs } from "../limits/units.ts";

/** By what the better variant is told: people only, never machines. "person" leaves it to somebody. */
export const winnerRules = ["clicks", "opens", "replies", "person"] as const;
export type WinnerRule = (typeof winnerRules)[number];

/** How the better of several variants of a mail is found where nobody says otherwise. */
export const usualTest: Readonly<{ by: WinnerRule; afterMinutes: number }> = {
  by: "clicks",
  afterMinutes: (4 * hourMs) / minuteMs,
};

/** How many in a hundred leads are left for the variant that wins; below none where the shares are too large. */
export function restShare({ variants }: { variants: readonly { share: number }[] }): number {
  return 100 - variants.reduce((sum, { share }) => sum + share, 0);
}

/** How many in a hundred leads each of so many variants is tried with, so that there is a rest for the better one. */
export function usualShare(variants: number): number {
  return Math.max(1, Math.floor((variants === 2 ? 40 : 60) / variants));
}
