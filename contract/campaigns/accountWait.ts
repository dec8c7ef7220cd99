import type { ReasonCode } from "../reasons.ts";
import type { Campaign } from "../schemas/campaign.ts";

const rests: readonly ReasonCode[] = ["provider_daily_limit", "server_busy", "unreached_in_row"];

/**
 * Whether nothing of a running campaign goes out because its account has to wait: for another day, or for its server. Then
 * another account may send the rest. Between two mails of an account with a limit there are seconds.
 */
export function waitsForAccount({ state, waitingCause }: Pick<Campaign, "state" | "waitingCause">): boolean {
  if (state !== "running" || waitingCause === null) return false;
  const { code, params } = waitingCause;
  if (code === "own_limit") return params.limit === "day" || params.limit === "ramp";
  return (rests as readonly string[]).includes(code);
}
