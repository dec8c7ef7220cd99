import { dayMs, hourMs, minuteMs, secondMs } from "../units.ts";

/** What is told to programs elsewhere, and how long anybody tries to. */
export const webhookLimits = {
  perWorkspace: 10,
  nameMax: 80,
  urlMax: 2_000,
  /** A whole request, from the name's look-up to the last byte of the answer that is read. */
  timeoutMs: 15 * secondMs,
  /** Of an answer's headers and body so much is read, and of its body so much is kept to be looked at. */
  answerBytes: 16_384,
  keptCharacters: 500,
  /** Informational responses that may stand before the answer. */
  announcementsMax: 10,
  /** Requests to one address at a time, and deliveries that one look at the table takes. */
  inFlightMax: 8,
  batchMax: 16,
  /** After so many failures in a row one request at a time tries whether the receiver is back. */
  restAfter: 8,
  /** How long it waits between these: at first, twice as long each time, and at most. */
  restFirstMs: secondMs,
  restLongestMs: 5 * minuteMs,
  /** The waits of one delivery after its failures; when they are over it is given up. Together about a day. */
  retryWaitsMs: [
    5 * secondMs,
    minuteMs,
    5 * minuteMs,
    30 * minuteMs,
    2 * hourMs,
    5 * hourMs,
    8 * hourMs,
    8 * hourMs,
  ],
  /** A wait is longer by so much of itself at most, so that many do not come back at once. */
  retryJitter: 0.2,
  /** A receiver's Retry-After counts up to here, and never makes a wait shorter. */
  retryAfterLongestMs: 8 * hourMs,
  /** A process has a webhook for so long, says that often that it is still there, and looks that often for work. */
  leaseMs: 6 * secondMs,
  beatEveryMs: 2 * secondMs,
  pollMs: secondMs,
  /** How long requests under way may take to end when the server stops. */
  drainMs: 20 * secondMs,
  /** After a rotation both secrets sign for so long. */
  rotationMs: dayMs,
  /** Those of further rotations in that time sign as well, until they are so long: some ten. */
  formerSecretsChars: 1_000,
  /** An event and what became of it are kept for so long, delivered or not. */
  keptMs: 30 * dayMs,
  /** So many rows of those are thrown away in one commit. */
  forgetBatch: 2_000,
  /** A list counts what waits, and what was given up, so far and no further; a span sends so many again at a time. */
  countedMax: 1_000,
  spanMax: 10_000,
  pageDefault: 50,
  pageMax: 200,
} as const;
