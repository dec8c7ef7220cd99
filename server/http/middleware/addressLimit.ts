import { rateLimits } from "../../../contract/limits/http.ts";
import { rateKeyOf, siteKeyOf } from "./clientAddress.ts";
import { createRateLimiter, type LimiterParts, type Rate } from "./rateLimit.ts";

/** Counts by where requests come from. */
export type AddressLimiter = {
  /** As a `RateLimiter` does it. */
  hit(address: string): Promise<number | null>;
  undo(address: string): Promise<void>;
};

/**
 * A household's addresses are one key, and those of a site together have some times as much: whoever is handed 48 bits of
 * IPv6 has 65,536 households to ask from. The site is asked first, so that what it is refused takes nobody's place among
 * the keys, and gets back what a household is refused, whose trouble is not its neighbours'.
 */
export function createAddressLimiter(
  parts: LimiterParts,
  { name, rate }: { name: string; rate: Rate },
): AddressLimiter {
  const households = createRateLimiter(parts, { name, rate });
  const ofSite = { ...rate, count: rate.count * rateLimits.householdsPerSite };
  const sites = createRateLimiter(parts, { name: `${name} of a site`, rate: ofSite });
  const undoSite = async (address: string) => {
    const site = siteKeyOf(address);
    if (site !== null) await sites.undo(site);
  };
  return {
    async hit(address) {
      const site = siteKeyOf(address);
      const siteWaitMs = site === null ? null : await sites.hit(site);
      if (siteWaitMs !== null) return siteWaitMs;
      const waitMs = await households.hit(rateKeyOf(address));
      if (waitMs !== null) await undoSite(address);
      return waitMs;
    },
    async undo(address) {
      await households.undo(rateKeyOf(address));
      await undoSite(address);
    },
  };
}
