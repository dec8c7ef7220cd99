import type { Credential } from "../../../contract/schemas/credential.ts";
import { isConnected } from "../../../contract/sending/credentialTypes.ts";
import type { Words } from "../../../contract/sentences/sentence.ts";
import type { AccountTexts } from "../../../contract/texts/workspace/accounts.ts";
import { weekdayTime } from "../../_data/momentsHere.ts";
import type { Status } from "../../_parts/Notice.tsx";

type Shown = Pick<
  Credential,
  "type" | "state" | "pausedReason" | "pausedCause" | "pausedUntil" | "perDayNow" | "sentToday"
>;

/** How an account is doing, in a word. Red is for what waits for a person; what goes on by itself only waits. */
export function stateBadge(account: Shown, texts: AccountTexts): { word: string; status: Status } {
  if (needsReconnecting(account)) return { word: texts.states.needsReconnecting, status: "failed" };
  if (account.state === "paused")
    return { word: texts.states.paused, status: account.pausedUntil === null ? "failed" : "waiting" };
  return isUsedUp(account)
    ? { word: texts.states.limitReached, status: "waiting" }
    : { word: texts.states.working, status: "sent" };
}

/** It goes on when somebody has it go on, and not by itself. */
export function waitsForSomebody({ state, pausedUntil }: Pick<Shown, "state" | "pausedUntil">): boolean {
  return state === "paused" && pausedUntil === null;
}

/** How an account is doing, in one sentence, and when it goes on. */
export function stateSentence(account: Shown, words: Words, texts: AccountTexts): string {
  const { state, pausedReason, pausedCause, pausedUntil } = account;
  if (state === "working") return isUsedUp(account) ? texts.usedUp : texts.ready;
  const why = asSentence(words(pausedCause, pausedReason ?? texts.pausedWithoutReason));
  if (needsReconnecting(account)) return texts.waitsForReconnecting(why);
  if (pausedUntil === null) return texts.waitsForYou(why);
  return texts.goesOnAt({ why, clock: weekdayTime(pausedUntil) });
}

/** Its provider has taken the permission back: only its owner can give it again, in the provider's own window. */
export function needsReconnecting({ type, state, pausedUntil }: Shown): boolean {
  return isConnected({ type }) && waitsForSomebody({ state, pausedUntil });
}

function isUsedUp({ perDayNow, sentToday }: Shown): boolean {
  return perDayNow !== null && sentToday >= perDayNow;
}

/** A server's own words often have no full stop, and another sentence follows. */
function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
