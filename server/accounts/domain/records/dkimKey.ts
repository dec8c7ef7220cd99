import { createPublicKey } from "node:crypto";
import { tagsIn } from "./tags.ts";

/** What a record under `_domainkey` is (RFC 6376 section 3.6.1, RFC 8463). */
export type DkimKey =
  | { kind: "key"; algorithm: "rsa" | "ed25519"; bits: number; isTest: boolean; key: string }
  /** An empty `p`: taken back. */
  | { kind: "revoked" }
  | { kind: "broken" };

/** Below this nobody may take a signature for one (RFC 8301 section 3.2). */
export const rsaBitsMin = 1_024;

export function readDkimKey(text: string): DkimKey {
  const tags = tagsIn(text);
  const given = tags?.get("p");
  if (tags === null || given === undefined || (tags.get("v") ?? "DKIM1") !== "DKIM1")
    return { kind: "broken" };
  const key = given.replace(/\s+/g, "");
  if (key === "") return { kind: "revoked" };
  const bytes = Buffer.from(key, "base64");
  const isTest = (tags.get("t") ?? "").split(":").some((flag) => flag.trim().toLowerCase() === "y");
  const algorithm = (tags.get("k") ?? "rsa").toLowerCase();
  if (!/^[a-z\d+/]+=*$/i.test(key)) return { kind: "broken" };
  if (algorithm === "ed25519")
    return bytes.length === 32 ? { kind: "key", algorithm, bits: 256, isTest, key } : { kind: "broken" };
  const bits = algorithm === "rsa" ? rsaBits(bytes) : null;
  return bits === null ? { kind: "broken" } : { kind: "key", algorithm: "rsa", bits, isTest, key };
}

function rsaBits(bytes: Buffer): number | null {
  for (const type of ["spki", "pkcs1"] as const)
    try {
      return createPublicKey({ key: bytes, format: "der", type }).asymmetricKeyDetails?.modulusLength ?? null;
    } catch {
      // Of the other form, or no key at all.
    }
  return null;
}
