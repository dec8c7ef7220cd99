import { type Client, type ClientOptions, createClient } from "../../contract/client.ts";
import type { EndpointKey } from "../../contract/endpoints.ts";
import { Refusal } from "../../contract/errors.ts";
import { screenLimits } from "../../contract/limits/screen.ts";
import { exactTexts } from "../../contract/texts/exact.ts";
import { pageTexts } from "./pageTexts.ts";
import { leaveNotice } from "./passingNotice.ts";
import { readSetting, writeSetting } from "./setting.ts";
import { siteAuthorization } from "./siteAuthorization.ts";

/** Calls of this page. Where no answer came the specification's general sentence (section 8) comes first. */
export const here: ClientOptions = {
  base: "",
  texts: pageTexts,
  unreached: (_, __, said) => `${pageTexts(exactTexts).somethingWrong} ${said.unreached}`,
};
const plainClient = createClient(here);
const dataClient = createClient({ ...here, authorization: siteAuthorization });

/**
 * The typed client on the page's own origin. A 401 means that the session has ended: the page asks to sign in again,
 * or is left for the sign-in page where it cannot. The refusal is still thrown.
 */
export const browserClient = (async (...call: Parameters<Client>) => {
  try {
    const answer = await dataClient(...call);
    called(call[0]);
    // No data is nothing at all, and whoever shows it would break.
    if (answer === null)
      throw new Refusal("internal", call[2]?.otherwise ?? pageTexts(exactTexts).somethingWrong);
    return answer;
  } catch (error) {
    if (error instanceof Refusal) {
      lookForEnd(error);
      // After a lost connection nobody knows whether the call was carried out; what is not found, others have deleted.
      if (error.unreached || error.code === "not_found") called(call[0]);
    }
    throw error;
  }
}) as Client;

const saidOverPage = new WeakSet<Error>();

/** Handles a refusal that means that the session has ended, and ignores any other. */
export function lookForEnd(refusal: Refusal): void {
  if (refusal.code === "unauthorized" && sessionEnded()) saidOverPage.add(refusal);
}

/** Whether the sign-in dialog over the page says this already. Below it, the message would be wrong after signing in. */
export function isSaidOverPage(error: unknown): boolean {
  return error instanceof Error && saidOverPage.has(error);
}

const hearing = new Set<(call: EndpointKey) => void>();

/** Calls a listener for every call that has succeeded, or may have, or met what is no longer there. Returns a function that removes it. */
export function onCall(hear: (call: EndpointKey) => void): () => void {
  hearing.add(hear);
  return () => void hearing.delete(hear);
}

/** Reports a call that was made without the client. */
export function called(call: EndpointKey): void {
  for (const hear of hearing) hear(call);
}

/** The client without that rule, for signing in, where a 401 means a wrong password. */
export const signInClient: Client = plainClient;

/** Ends the session on the server as well. A failure changes nothing: the person wants to leave. */
export async function signOut(): Promise<void> {
  leaving = true;
  await plainClient("POST /amplify/auth/logout").catch(() => {});
  leaveWithoutSession();
}

let loggingOut = false;
let leaving = false;
let whenEnded: (() => void) | null = null;

/** For a page that can ask to sign in again in place. Returns a function that removes the listener. */
export function onSessionEnd(deal: () => void): () => void {
  whenEnded = deal;
  return () => {
    whenEnded = null;
  };
}

/** Reports that this session has ended. True if the page asks to sign in again in place, so that unsaved work is kept. */
export function sessionEnded(): boolean {
  if (leaving) return false;
  // A missing uid was deleted by a logout, here or in another tab, and then nothing is to be kept.
  const isLeft = loggingOut || readSetting("uid") === "";
  if (whenEnded !== null && !isLeft) {
    whenEnded();
    return true;
  }
  if (!isLeft) leaveNotice({ kind: "ended", backTo: `${window.location.pathname}${window.location.hash}` });
  leaveWithoutSession();
  return false;
}

/** To be called when the header's Logout is pressed, which then decides where to go. */
export function logoutBegins(): void {
  loggingOut = true;
}

/** Whether this page is being left by the header's Logout. */
export function isLoggingOut(): boolean {
  return loggingOut;
}

/** Goes to the sign-in page, because nobody is signed in any more. */
export function leaveWithoutSession(): void {
  writeSetting("uid", "");
  const leave = () => window.location.assign("/login");
  // Navigating elsewhere would abort the logout's own navigation, and ask about unsaved work a second time.
  if (loggingOut) setTimeout(leave, screenLimits.logoutMs);
  else leave();
}

/** What to tell a person about a failure: the server's own sentence, or else the one in the specification. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return pageTexts(exactTexts).somethingWrong;
}

/** Whether a request was cancelled on purpose, which needs no report. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
