import { rateLimits } from "../../contract/limits/http.ts";
import type { Core } from "../core/core.ts";
import { createAddressLimiter } from "../http/middleware/addressLimit.ts";
import { type LimiterParts, refuseOver } from "../http/middleware/rateLimit.ts";

type From = { address: string; request: Request };

type SignUpGuard = {
  /** Counts one more account that is asked for. @throws {Refusal} rate_limited. */
  count(from: From): Promise<void>;
};

/**
 * Bounds how many accounts are made, and addresses tried out, from one place. What somebody mistypes is refused before
 * and costs them nothing. Like every other rate it is off where AMPLIFY_RATE_LIMITS is.
 */
export function createSignUpGuard(core: LimiterParts & Pick<Core, "settings">): SignUpGuard {
  const { settings } = core;
  if (!settings.rateLimits) return { async count() {} };
  const limiter = (name: "signupPerAddress" | "signupFromHere") =>
    createAddressLimiter(core, { name, rate: rateLimits[name] });
  const others = limiter("signupPerAddress");
  const here = limiter("signupFromHere");
  const isAtHome = servesThisMachineAlone(settings);
  return {
    async count(from) {
      const counting = isAtHome && isFromHere(from) ? here : others;
      refuseOver(await counting.hit(from.address));
    },
  };
}

/**
 * Nobody else can reach it: it listens on this machine only, and no setting says that people reach it another way.
 */
function servesThisMachineAlone({ host, publicUrl, trustProxy }: Core["settings"]): boolean {
  const publicHost = publicUrl === null ? "localhost" : new URL(publicUrl).hostname;
  return isLoopback(host) && isLoopback(publicHost) && trustProxy.length === 0;
}

/** A proxy or tunnel that is not in the settings also comes from this machine's address, and names its visitor. */
function isFromHere({ address, request }: From): boolean {
  return isLoopback(address) && !forwarding.some((name) => request.headers.has(name));
}

const forwarding = ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"];

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}
