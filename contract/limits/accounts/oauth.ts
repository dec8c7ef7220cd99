import { hourMs, kib, minuteMs, secondMs } from "../units.ts";

/** Visits to Google and Microsoft, and calls to their services. */
export const oauthLimits = {
  stateMs: 10 * minuteMs,
  stateBytes: 32,
  fetchMs: 15 * secondMs,
  clockToleranceSeconds: 60,
  codeMax: 2 * kib,
  /** An access token is renewed this long before its end, so that none ends on its way. */
  refreshBeforeMs: 2 * minuteMs,
  /** Accounts whose access token is kept in memory; the oldest is forgotten first. */
  tokensKept: 10_000,
  /** How long the Gmail API or Microsoft Graph may take to answer once a mail has begun to leave. */
  mailAnswerMs: 2 * minuteMs,
  /** How much of an answer of theirs is read; real ones have a few hundred bytes, or two thousand of tokens. */
  answerBytes: 64 * kib,
  /** When an account is tried again that only whoever runs the installation can put right. */
  setupRestMs: hourMs,
} as const;
