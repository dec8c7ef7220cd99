import { dayMs } from "../../../contract/limits/units.ts";

/** The choices for when a key expires. */
export const keyExpiries = ["never", "days30", "days90", "days365"] as const;
export type KeyExpiry = (typeof keyExpiries)[number];

const days: Record<KeyExpiry, number | null> = { never: null, days30: 30, days90: 90, days365: 365 };

export function expiresAtOf(expiry: KeyExpiry): number | null {
  const count = days[expiry];
  return count === null ? null : Date.now() + count * dayMs;
}
