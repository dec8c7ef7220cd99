import { rateLimits } from "../../contract/limits/http.ts";
import type { Clock } from "../core/clock.ts";
import { rateKeyOf } from "../http/middleware/clientAddress.ts";
import { createRateLimiter, refuseOver } from "../http/middleware/rateLimit.ts";

/** How often sockets are opened: a handshake costs as much as a call, and is no call of the contract. */
export type Openings = {
  /** Asked before anybody is looked up. @throws {Refusal} rate_limited. */
  from(address: string): void;
  /** Asked once it is sure who opens it. @throws {Refusal} rate_limited. */
  by(uid: string): void;
};

export function createOpenings(clock: Clock): Openings {
  const addresses = createRateLimiter({ rate: rateLimits.socketPerAddress, clock });
  const people = createRateLimiter({ rate: rateLimits.socketPerUser, clock });
  return {
    from: (address) => refuseOver(addresses.hit(rateKeyOf(address)), "too_many_openings"),
    by: (uid) => refuseOver(people.hit(uid), "too_many_openings"),
  };
}
