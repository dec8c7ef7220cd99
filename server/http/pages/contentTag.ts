import { createHash } from "node:crypto";

/** What names a content in an ETag. */
export function contentTag(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
}

/** If-None-Match may list several tags, weak ones too (RFC 9110, section 13.1.2). */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
