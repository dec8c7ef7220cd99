import type { Context, Handler } from "hono";
import { errorCodes, Refusal } from "../../contract/errors.ts";
import type { GoogleReturn } from "../../contract/identity/googleReturn.ts";
import { oauthLimits } from "../../contract/limits/oauth.ts";
import { refused } from "../../contract/refused.ts";
import type { GoogleConnect } from "../accounts/index.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
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
  const failed = (c: Context<Env>, refusal: Refusal) =>
    page(c, { kind: "failed", message: inWords(refusal.reason) }, errorCodes[refusal.code]);
  return {
    path: googleCallbackPath,
    handler: async (c) => {
      const visit =
        states && (await states.take({ state: read(c, "state"), sessionIds: browserOf(c, core) }));
      if (visit === null) return failed(c, refused("google_visit_dead"));
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
        return failed(c, error);
      }
    },
  };
}

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
  const code = codeIn(c, workspaceId === null ? "signIn" : "connect");
  if (workspaceId !== null) {
    const { caller } = c.var;
    // Whoever has left the workspace since connects nothing to it.
    if (caller?.scope.workspaceId !== workspaceId) throw refused("google_visit_dead");
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
function codeIn(c: Context<Env>, purpose: "signIn" | "connect"): string {
  const error = read(c, "error");
  if (error === "access_denied") throw refused("google_denied", { purpose });
  const code = read(c, "code");
  if (error !== "" || code === "") throw refused("google_answer_odd", { purpose });
  return code;
}

function read(c: Context<Env>, name: string): string {
  return (c.req.query(name) ?? "").slice(0, oauthLimits.codeMax);
}
