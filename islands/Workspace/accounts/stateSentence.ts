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

/** An account's state in a word. Red means that it waits for a person; one that resumes by itself is only waiting. */
export function stateBadge(account: Shown, texts: AccountTexts): { word: string; status: Status } {
  if (needsReconnecting(account)) return { word: texts.states.needsReconnecting, status: "failed" };
  if (account.state === "paused")
    return { word: texts.states.paused, status: account.pausedUntil === null ? "failed" : "waiting" };
  return isUsedUp(account)
    ? { word: texts.states.limitReached, status: "waiting" }
    : { word: texts.states.working, status: "sent" };
}

/** Whether a person has to resume it, because it does not resume by itself. */
export function waitsForSomebody({ state, pausedUntil }: Pick<Shown, "state" | "pausedUntil">): boolean {
  return state === "paused" && pausedUntil === null;
}

/** An account's state in one sentence, and when it resumes. */
export function stateSentence(account: Shown, words: Words, texts: AccountTexts): string {
  const { state, pausedReason, pausedCause, pausedUntil } = account;
  if (state === "working") return isUsedUp(account) ? texts.usedUp : texts.ready;
  const why = asSentence(words(pausedCause, pausedReason ?? texts.pausedWithoutReason));
  if (needsReconnecting(account)) return texts.waitsForReconnecting(why);
  if (pausedUntil === null) return texts.waitsForYou(why);
  return texts.goesOnAt({ why, clock: weekdayTime(pausedUntil) });
}

/** Whether its provider has withdrawn the permission: only its owner can give it again, in the provider's window. */
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
