import type { Context, Handler } from "hono";
import { Refusal } from "../../contract/errors.ts";
import type { VisitReturn } from "../../contract/identity/visitReturn.ts";
import { refused } from "../../contract/refused.ts";
import type { Connect } from "../accounts/index.ts";
import type { Core } from "../core/core.ts";
import { googleCallbackPath } from "../google/googleHosts.ts";
import type { GoogleVisits } from "../google/googleVisits.ts";
import type { Env } from "../http/environment.ts";
import { sessionCookie } from "../http/sessionCookie.ts";
import { hashOf, type ReturnedVisit } from "../oauth/visits.ts";
import { googleCookie, googleMarkIn } from "./googleCookie.ts";
import type { GoogleSignIn } from "./googleSignIn.ts";
import { connected, failed, queryText, visitEvent } from "./visitEnd.ts";
import type { VisitReturnPage } from "./visitReturnPage.tsx";

type Parts = {
  core: Core;
  /** Null where Google is not set up. */
  visits: GoogleVisits | null;
  googleConnect: Connect;
  googleSignIn: GoogleSignIn;
  page: VisitReturnPage;
};

/**
 * Where Google sends the browser back to. Only a state that this very browser began counts, and only once;
 * with any other nothing more is read from the request and nothing is stored.
 */
export function googleCallback(parts: Parts): { path: string; handler: Handler<Env> } {
  const { core, visits, page } = parts;
  return {
    path: googleCallbackPath,
    handler: async (c) => {
      const visit =
        visits && (await visits.take({ state: queryText(c, "state"), sessionIds: browserOf(c, core) }));
      if (visit === null) return failed(c, { page, refusal: refused("google_visit_dead") });
      const event = {
        event: visit.workspaceId === null ? "google_sign_in" : visitEvent(visit),
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
        return failed(c, { page, refusal: error });
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
): Promise<VisitReturn> {
  const { core, googleConnect, googleSignIn } = parts;
  const { workspaceId } = visit;
  const code = codeIn(c, workspaceId === null ? "signIn" : "connect");
  if (workspaceId !== null) {
    return connected(c, {
      connect: googleConnect,
      visit: { ...visit, workspaceId },
      code,
      provider: "google",
    });
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
  const error = queryText(c, "error");
  if (error === "access_denied") throw refused("google_denied", { purpose });
  const code = queryText(c, "code");
  if (error !== "" || code === "") throw refused("google_answer_odd", { purpose });
  return code;
}
