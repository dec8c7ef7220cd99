import { sendLimits } from "../../contract/limits/sending.ts";

/**
 * How long a Retry-After header (RFC 9110 section 10.2.3: seconds or a date) asks to wait, in milliseconds; null
 * without one. Never more than a day, whatever a server says.
 */
export function retryAfterMsIn(header: string | null, now: number): number | null {
  if (header === null || header.trim() === "") return null;
  const waitMs = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  if (Number.isNaN(waitMs)) return null;
  return Math.min(Math.max(waitMs, 0), sendLimits.dailyLimitRestMs);
}
