import type { Context, MiddlewareHandler } from "hono";
import { normalAddress } from "../../../contract/address.ts";
import type { EndpointKey } from "../../../contract/endpoints.ts";
import { Refusal } from "../../../contract/errors.ts";
import type { Core } from "../../core/core.ts";
import type { SecurityEvent } from "../../log/securityLog.ts";
import type { Env } from "../environment.ts";

type Name = SecurityEvent["event"];

/** The calls that are written down, whatever comes of them. */
const audited: Partial<Record<EndpointKey, Name>> = {
  "POST /amplify/auth/signup": "sign_up",
  "POST /amplify/auth/login": "sign_in",
  "POST /amplify/auth/store-google-user": "google_sign_in",
  "POST /auth/google/link": "google_linked",
  "POST /amplify/auth/logout": "sign_out",
  "DELETE /amplify/account/sessions/{id}": "session_ended",
  "DELETE /amplify/account/sessions": "sessions_ended",
  "POST /amplify/auth/password": "password_changed",
  "POST /amplify/auth/forgot": "password_link_asked",
  "GET /amplify/account/export": "account_exported",
  "POST /amplify/leads/export": "leads_exported",
  "GET /amplify/campaigns/{id}/deliveries.csv": "deliveries_exported",
  "POST /amplify/account/delete": "account_deleted",
  "POST /amplify/auth/credentials": "sending_account_added",
  "PUT /amplify/auth/credentials/{id}": "sending_account_changed",
  "DELETE /amplify/auth/credentials/{id}": "sending_account_removed",
  "PUT /amplify/auth/credentials/{id}/reading": "mailbox_reading_on",
  "DELETE /amplify/auth/credentials/{id}/reading": "mailbox_reading_off",
  "POST /amplify/api/keys": "key_added",
  "DELETE /amplify/api/keys/{id}": "key_revoked",
  "POST /amplify/api/webhooks": "webhook_added",
  "PUT /amplify/api/webhooks/{id}": "webhook_changed",
  "DELETE /amplify/api/webhooks/{id}": "webhook_removed",
  "POST /amplify/auth/device": "program_asked",
  "POST /amplify/api/approvals/{code}": "program_let_in",
  "POST /amplify/admin/jobs/{id}/retry": "job_retried",
};

/** Logs the outcome of a call: around its checks, so that what these refuse is logged too. */
export type Audit = (key: EndpointKey) => MiddlewareHandler<Env>[];

export function createAudit(core: Pick<Core, "securityLog" | "secrets">): Audit {
  return (key) => {
    const event = audited[key];
    if (event === undefined) return [];
    return [
      async (c, next) => {
        await next();
        const user = c.var.caller?.uid ?? c.var.subject;
        const named = c.var.named;
        const outcome = outcomeOf(c);
        core.securityLog({
          event,
          ...outcome,
          user,
          key: c.var.caller?.key?.id,
          // One that there is: of what is refused the id may be anything.
          ...(event === "job_retried" && outcome.outcome === "done" ? { job: c.req.param("id") } : {}),
          ...(user === undefined && named
            ? { addressHash: core.secrets.hashAddress(normalAddress(named)) }
            : {}),
          from: c.var.address,
        });
      },
    ];
  };
}

/** A refusal's code says enough; its sentence may hold what somebody typed. */
function outcomeOf({ error, res }: Pick<Context, "error" | "res">): Pick<SecurityEvent, "outcome" | "code"> {
  if (error === undefined && res.status < 400) return { outcome: "done" };
  const code = error instanceof Refusal ? error.code : `status ${res.status}`;
  return { outcome: code === "rate_limited" ? "locked_out" : "refused", code };
}
