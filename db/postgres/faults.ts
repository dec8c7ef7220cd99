import { DrizzleQueryError } from "drizzle-orm";
import type { Refusal } from "../../contract/errors.ts";
import { refused } from "../../contract/refused.ts";

/** What this dialect's error means to the person who asked; null for one that is a fault of ours. */
export function refusalOfPostgres(error: unknown): Refusal | null {
  const codes = codesOf(error);
  if (codes.includes("53100")) return refused("disk_full_refused", {}, { cause: error });
  // A refused connection of somebody else's, such as a mail server, is not the database's.
  const isLost = chainOf(error).some((one) => one instanceof DrizzleQueryError) && isUnreachable(error);
  return isLost || codes.some((code) => busy.test(code)) ? unavailable(error) : null;
}

export function unavailable(cause: unknown): Refusal {
  return refused("busy", {}, { cause, retryAfterMs: 1_000 });
}

/**
 * Others were in the way (serialization failure, deadlock) or it took too long (lock, statement), or the server goes
 * down, has no connections or no memory left, takes no writes just now, or lets nobody into the database.
 */
const busy = /^(40001|40P01|55P03|55000|57014|53200|53300|53400|25006|25P03|08...|57P0[1-5])$/;

/** Whether two transactions were in each other's way, or had no room beside each other, so that this one can simply be run again. */
export function isConflict(error: unknown): boolean {
  return isOutOfMemory(error) || codesOf(error).some((code) => code === "40001" || code === "40P01");
}

/**
 * Whether the server has no room left. PostgreSQL keeps what a SERIALIZABLE transaction read until each that ran beside it has
 * ended, also one of another database.
 */
export function isOutOfMemory(error: unknown): boolean {
  return codesOf(error).includes("53200");
}

/** Whether the connection on which this happened, or the server behind it, is gone. */
export function isUnreachable(error: unknown): boolean {
  return (
    codesOf(error).some((code) => /^(08...|57P0[1-5])$/.test(code) || network.has(code)) ||
    chainOf(error).some((one) => driverSentences.some((sentence) => one.message.startsWith(sentence)))
  );
}

const network = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOENT",
]);

/** The driver gives its own errors no code. */
const driverSentences = [
  "Connection terminated",
  "Client has encountered a connection error",
  "Client was closed",
  "Query read timeout",
  "timeout exceeded when trying to connect",
  "timeout expired",
];

/** The codes of an error and of what caused it, the outermost first. */
export function codesOf(error: unknown): string[] {
  return chainOf(error).flatMap((one) => ("code" in one && typeof one.code === "string" ? [one.code] : []));
}

/** What all of it came from, in the words that came with it. */
export function rootMessage(error: unknown): string {
  return chainOf(error).at(-1)?.message ?? String(error);
}

/** Whether it could not be encrypted, a file that it needs for this not be read, or the server not prove who it is. */
export function isAboutEncryption(error: unknown): boolean {
  // The driver gives its own error no code.
  const isNotOffered = chainOf(error).some(({ message }) => message.includes("does not support SSL"));
  const isUnread = chainOf(error).some((one) => "syscall" in one && one.syscall === "open");
  return isNotOffered || isUnread || codesOf(error).some((code) => certificateCodes.test(code));
}

/** What TLS says of a certificate that it does not believe (Node, "X509 certificate error codes"). */
const certificateCodes =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH)/;

/** Drizzle wraps the driver's error, so the code may be on the cause. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let current = error; current instanceof Error; current = current.cause) chain.push(current);
  return chain;
}
