import type { Context, Handler } from "hono";
import { errorCodes, Refusal } from "../../contract/errors.ts";
import type { GoogleReturn } from "../../contract/identity/googleReturn.ts";
import { oauthLimits } from "../../contract/limits/oauth.ts";
import type { GoogleConnect } from "../accounts/index.ts";
import type { Core } from "../core/core.ts";
import { type GoogleStates, googleCallbackPath, hashOf, type ReturnedVisit } from "../google/googleStates.ts";
import type { Env } from "../http/environment.ts";
import { sessionCookie } from "../http/sessionCookie.ts";
import { googleCookie, googleMarkIn } from "./googleCookie.ts";
import type { GoogleReturnPage } from "./googleReturnPage.tsx";
import type { GoogleSignIn } from "./googleSignIn.ts";

type Parts = {
  core: Core;
  /** Null where Google is not set up. */
  states: GoogleStates | null;
  googleConnect: GoogleConnect;
  googleSignIn: GoogleSignIn;
  page: GoogleReturnPage;
};

/**
 * Where Google sends the browser back to. Only a state that this very browser began counts, and only once;
 * with any other nothing more is read from the request and nothing is stored.
 */
export function googleCallback(parts: Parts): { path: string; handler: Handler<Env> } {
  const { core, states, page } = parts;
  return {
    path: googleCallbackPath,
    handler: async (c) => {
      const visit =
        states && (await states.take({ state: read(c, "state"), sessionIds: browserOf(c, core) }));
      if (visit === null) return page(c, { kind: "failed", message: dead }, 403);
      const event = {
        event: visit.workspaceId === null ? "google_sign_in" : "sending_account_added",
        user: c.var.caller?.uid,
        from: c.var.address,
      } as const;
      try {
        const outcome = await ended(c, { parts, visit });
        if (outcome.kind === "signedIn") core.securityLog({ ...event, outcome: "done", user: outcome.uid });
        else if (outcome.kind === "connected") core.securityLog({ ...event, outcome: "done" });
        else core.securityLog({ ...event, outcome: "refused", code: "password_needed" });
        return page(c, outcome, 200);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        core.securityLog({ ...event, outcome: "refused", code: error.code });
        return page(c, { kind: "failed", message: error.message }, errorCodes[error.code]);
      }
    },
  };
}

const dead =
  "This link cannot be used: it was used before, has expired, or was begun in another browser. Close this window and try again.";

/** What this browser can show for having begun a visit: its session, or the mark of a sign-in. */
function browserOf(c: Context<Env>, core: Core): string[] {
  const mark = googleMarkIn({ request: c.req.raw, settings: core.settings });
  return [c.var.caller?.sessionId, mark === null ? undefined : hashOf(mark)].filter((id) => id !== undefined);
}

async function ended(
  c: Context<Env>,
  { parts, visit }: { parts: Parts; visit: ReturnedVisit },
): Promise<GoogleReturn> {
  const { core, googleConnect, googleSignIn } = parts;
  const { workspaceId } = visit;
  const code = codeIn(c, workspaceId === null ? "you are not signed in" : "nothing was connected");
  if (workspaceId !== null) {
    const { caller } = c.var;
    // Whoever has left the workspace since connects nothing to it.
    if (caller?.scope.workspaceId !== workspaceId) throw new Refusal("forbidden", dead);
    const { firstName } = caller;
    const { email } = await googleConnect.finish({ ...visit, workspaceId, code, firstName });
    return { kind: "connected", email };
  }
  const { settings } = core;
  const done = await googleSignIn.finish({ ...visit, code, request: c.req.raw });
  const set = (cookie: string) => c.header("set-cookie", cookie, { append: true });
  if ("ticket" in done) {
    set(googleCookie({ mark: null, settings }));
    set(googleCookie({ kind: "google-link", mark: done.ticket, settings }));
    return { kind: "passwordNeeded", email: done.email };
  }
  set(sessionCookie({ token: done.token, settings }));
  set(googleCookie({ mark: null, settings }));
  return { kind: "signedIn", uid: done.uid };
}

/** RFC 6749 section 4.1.2. @throws {Refusal} when the person said no, or Google did. */
function codeIn(c: Context<Env>, meaning: string): string {
  const error = read(c, "error");
  if (error === "access_denied")
    throw new Refusal("bad_request", `You did not allow it at Google, so ${meaning}.`);
  const code = read(c, "code");
  if (error !== "" || code === "")
    throw new Refusal("bad_request", `Google did not answer as it should, so ${meaning}. Please try again.`);
  return code;
}

function read(c: Context<Env>, name: string): string {
  return (c.req.query(name) ?? "").slice(0, oauthLimits.codeMax);
}
