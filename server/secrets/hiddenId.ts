import { createCipheriv, createDecipheriv } from "node:crypto";

/**
 * Ids in links, which cannot be read there: a mail's Message-ID begins with the id of its delivery, and whoever knows that
 * can report the mail as returned. A UUID is one block of AES, so each has one hidden form, of the same length. Other ids
 * stand as they are.
 */
export function createHiddenIds(key: Buffer) {
  // Each block is by itself in this mode, so one cipher does for all of them; every id is hidden once only, so that no
  // two blocks are alike.
  const cipher = createCipheriv("aes-256-ecb", key, null).setAutoPadding(false);
  const decipher = createDecipheriv("aes-256-ecb", key, null).setAutoPadding(false);
  return {
    hide: (id: string): Buffer =>
      uuid.test(id) ? cipher.update(Buffer.from(id.replaceAll("-", ""), "hex")) : Buffer.from(id),

    /** Every id that bytes may stand for; which of them it is the signature tells. */
    seek(bytes: Buffer): string[] {
      const asText = bytes.toString("utf8");
      return bytes.length === blockBytes ? [uuidOf(decipher.update(bytes)), asText] : [asText];
    },
  };
}

const blockBytes = 16;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

function uuidOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
