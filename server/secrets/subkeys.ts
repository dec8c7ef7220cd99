import { hkdfSync } from "node:crypto";

/** One key for one use, from the installation's key (HKDF, RFC 5869): what leaks of one says nothing of the others. */
export function subkey(key: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "amplify", use, 32));
}

/** A name for a key that gives nothing of it away: sealed text and the database carry it. */
export function keyIdOf(key: Buffer): string {
  return subkey(key, "key id").subarray(0, 6).toString("hex");
}
