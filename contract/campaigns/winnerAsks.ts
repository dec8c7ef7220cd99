import type { ReasonCode } from "../reasons.ts";

const codes: readonly ReasonCode[] = ["winner_undecided", "winner_asked"];

/** Why a person is to choose the better variant: the test told nothing, ended while nobody looked, or was theirs from the start. */
export const winnerAsks: readonly string[] = codes;
