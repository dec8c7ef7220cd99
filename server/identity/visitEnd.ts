import type { Context } from "hono";
import { errorCodes, type Refusal } from "../../contract/errors.ts";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import type { VisitReturn } from "../../contract/identity/visitReturn.ts";
import { oauthLimits } from "../../contract/limits/accounts/oauth.ts";
import { refused } from "../../contract/refused.ts";
import type { Connect } from "../accounts/index.ts";
import { inWords } from "../core/inWords.ts";
import type { Env } from "../http/environment.ts";
import type { ReturnedVisit } from "../oauth/visits.ts";
import type { VisitReturnPage } from "./visitReturnPage.tsx";

type Connected = Extract<VisitReturn, { kind: "connected" }>;
type Connecting = {
  connect: Connect;
  visit: ReturnedVisit & { workspaceId: WorkspaceId };
  code: string;
  provider: Connected["provider"];
};

/** Keeps the account that this browser's person has just allowed. @throws {Refusal} with what to do. */
export async function connected(
  c: Context<Env>,
  { connect, visit, code, provider }: Connecting,
): Promise<Connected> {
  const { caller } = c.var;
  // Somebody who has left the workspace meanwhile must not connect anything to it.
  if (caller?.scope.workspaceId !== visit.workspaceId) throw refused("google_visit_dead");
  const { email } = await connect.finish({ ...visit, code, firstName: caller.firstName });
  return { kind: "connected", provider, email };
}

/** What the security log calls a visit that connects an account, or lets its mailbox be read. */
export function visitEvent({ reads }: Pick<ReturnedVisit, "reads">) {
  return reads ? "mailbox_reading_on" : "sending_account_added";
}

/** The page that says why a visit came to nothing. */
export function failed(
  c: Context<Env>,
  { page, refusal }: { page: VisitReturnPage; refusal: Refusal },
): Response {
  return page(c, { kind: "failed", message: inWords(refusal.reason) }, errorCodes[refusal.code]);
}

/** A parameter of the address that a provider sent somebody back to, up to a bound; empty without one. */
export function queryText(c: Context<Env>, name: string): string {
  return (c.req.query(name) ?? "").slice(0, oauthLimits.codeMax);
}
