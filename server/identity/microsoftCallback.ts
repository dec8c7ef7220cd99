import type { Context, Handler } from "hono";
import { Refusal } from "../../contract/errors.ts";
import { refused } from "../../contract/refused.ts";
import type { Connect } from "../accounts/index.ts";
import type { Core } from "../core/core.ts";
import type { Env } from "../http/environment.ts";
import { microsoftCallbackPath } from "../microsoft/microsoftHosts.ts";
import type { MicrosoftVisits } from "../microsoft/microsoftVisits.ts";
import { connected, failed, queryText, visitEvent } from "./visitEnd.ts";
import type { VisitReturnPage } from "./visitReturnPage.tsx";

type Parts = {
  core: Core;
  /** Null where Microsoft is not set up. */
  visits: MicrosoftVisits | null;
  connect: Connect;
  page: VisitReturnPage;
};

/**
 * Where Microsoft sends the browser back to. Only a state that this very session began there counts, and only once;
 * with any other nothing more is read from the request and nothing is stored.
 */
export function microsoftCallback({ core, visits, connect, page }: Parts): {
  path: string;
  handler: Handler<Env>;
} {
  return {
    path: microsoftCallbackPath,
    handler: async (c) => {
      const sessionId = c.var.caller?.sessionId;
      const visit =
        visits &&
        (await visits.take({
          state: queryText(c, "state"),
          sessionIds: sessionId === undefined ? [] : [sessionId],
        }));
      const { workspaceId = null } = visit ?? {};
      if (visit === null || workspaceId === null)
        return failed(c, { page, refusal: refused("google_visit_dead") });
      const event = {
        event: visitEvent(visit),
        user: c.var.caller?.uid,
        from: c.var.address,
      } as const;
      try {
        const code = codeIn(c);
        const own = { ...visit, workspaceId };
        const outcome = await connected(c, { connect, visit: own, code, provider: "outlook" });
        core.securityLog({ ...event, outcome: "done" });
        return page(c, outcome, 200);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        core.securityLog({ ...event, outcome: "refused", code: error.code });
        return failed(c, { page, refusal: error });
      }
    },
  };
}

/** Microsoft's numbers for "your administrator has to allow this", which come as "access_denied" or by names of their own. */
const administratorsPart = /\bAADSTS(?:90094|90095|900941|65001|50105)\b/;

/** RFC 6749 section 4.1.2. @throws {Refusal} when the person said no, the organisation did, or Microsoft did. */
function codeIn(c: Context<Env>): string {
  const error = queryText(c, "error");
  if (error !== "" && administratorsPart.test(queryText(c, "error_description")))
    throw refused("microsoft_needs_administrator");
  if (error === "access_denied") throw refused("microsoft_denied");
  const code = queryText(c, "code");
  if (error !== "" || code === "") throw refused("microsoft_answer_odd");
  return code;
}
