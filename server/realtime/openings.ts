import { rateLimits } from "../../contract/limits/http.ts";
import { createAddressLimiter } from "../http/middleware/addressLimit.ts";
import { createRateLimiter, type LimiterParts, refuseOver } from "../http/middleware/rateLimit.ts";

/** How often sockets are opened: a handshake costs as much as a call, and is no call of the contract. */
export type Openings = {
  /** Asked before anybody is looked up. @throws {Refusal} rate_limited. */
  from(address: string): Promise<void>;
  /** Asked once it is sure who opens it. @throws {Refusal} rate_limited. */
  by(uid: string): Promise<void>;
};

export function createOpenings(parts: LimiterParts): Openings {
  const { socketPerAddress, socketPerUser } = rateLimits;
  const addresses = createAddressLimiter(parts, { name: "socketPerAddress", rate: socketPerAddress });
  const people = createRateLimiter(parts, { name: "socketPerUser", rate: socketPerUser });
  return {
    from: async (address) => refuseOver(await addresses.hit(address), "too_many_openings"),
    by: async (uid) => refuseOver(await people.hit(uid), "too_many_openings"),
  };
}
