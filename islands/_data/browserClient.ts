import { type Client, createClient } from "../../contract/client.ts";
import { Refusal, sentences } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { writeSetting } from "./setting.ts";
import { siteAuthorization } from "./siteAuthorization.ts";

const plainClient = createClient({ base: "" });
const dataClient = createClient({ base: "", authorization: siteAuthorization });

/**
 * The typed client on the page's own origin. A 401 means that the session has ended: the person is signed out
 * and taken to the sign-in page, whatever they were doing. The refusal is still thrown.
 */
export const browserClient = (async (...call: Parameters<Client>) => {
  try {
    return await dataClient(...call);
  } catch (error) {
    if (error instanceof Refusal && error.code === "unauthorized") leaveWithoutSession();
    throw error;
  }
}) as Client;

/** The client without that rule, for signing in, where a 401 means a wrong password. */
export const signInClient: Client = plainClient;

/** Ends the session on the server as well. A failure changes nothing: the person wants to leave. */
export async function signOut(): Promise<void> {
  await plainClient("POST /amplify/auth/logout").catch(() => {});
  leaveWithoutSession();
}

let loggingOut = false;

/** The header's Logout is on its way, and knows where it leads. */
export function logoutBegins(): void {
  loggingOut = true;
}

/** The session has ended: nobody is signed in here any more. */
export function leaveWithoutSession(): void {
  writeSetting("uid", "");
  const leave = () => window.location.assign("/login");
  // Another way off the page would end a logout's own, and ask once more about unsaved work.
  if (loggingOut) setTimeout(leave, limits.screen.logoutMs);
  else leave();
}

/** What to tell a person about a failure: the server's own sentence, else the specification's. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return sentences.somethingWrong;
}

/** Whether a request was given up on purpose, which is nothing to report. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
