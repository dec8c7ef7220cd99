import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { addressInUnicode } from "../../db/addressInUnicode.ts";
import type { SealedPlace, Secrets, TokenPurpose } from "../core/core.ts";
import { createHiddenIds } from "./hiddenId.ts";
import { keyIdOf, subkey } from "./subkeys.ts";

const version = "v1";
/** NIST SP 800-38D section 8.2.2: a random nonce of 96 bits. */
const nonceBytes = 12;
const tagBytes = 16;
/** 128 bits of the HMAC are kept: enough to be beyond guessing, short enough for a link. */
const macBytes = 16;

/** What links carry: an id that only we can read, signed for one purpose. */
function createTokens(key: Buffer): Pick<Secrets, "sign" | "verify"> {
  const madeFor = (purpose: TokenPurpose) => ({
    signKey: subkey(key, `sign ${purpose}`),
    ids: createHiddenIds(subkey(key, `hide ${purpose}`)),
  });
  const purposes: Record<TokenPurpose, ReturnType<typeof madeFor>> = {
    unsubscribe: madeFor("unsubscribe"),
    open: madeFor("open"),
    click: madeFor("click"),
    return: madeFor("return"),
  };
  const signed = (purpose: TokenPurpose, id: string, shown: Buffer): string => {
    const mac = createHmac("sha256", purposes[purpose].signKey).update(id).digest().subarray(0, macBytes);
    return `${shown.toString("base64url")}.${mac.toString("base64url")}`;
  };
  return {
    sign: (purpose, id) => signed(purpose, id, purposes[purpose].ids.hide(id)),
    verify(purpose, token) {
      const shown = Buffer.from(token.slice(0, Math.max(0, token.indexOf("."))), "base64url");
      // The whole token is compared, so a token that merely decodes to the same bytes is forged too. Mails of earlier
      // versions show the id itself.
      const isIts = (id: string) => sameText(token, signed(purpose, id, shown));
      return purposes[purpose].ids.seek(shown).find(isIts) ?? null;
    },
  };
}

/** Everything that the installation's one key is used for, each with a key of its own. */
export function createSecrets(key: Buffer): Secrets {
  const keyId = keyIdOf(key);
  const sealKey = subkey(key, "seal");
  const addressKey = subkey(key, "address");
  const countKey = subkey(key, "count");
  return {
    seal(text, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", sealKey, nonce).setAAD(associated(place));
      const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${keyId}.${sealed.toString("base64url")}`;
    },
    open(sealed, place) {
      const [sealedVersion, sealedKeyId, body = ""] = sealed.split(".");
      if (sealedVersion !== version) throw new Error("This text was not sealed by this version of Amplify");
      if (sealedKeyId !== keyId) throw new Error("This text was sealed with another key");
      const bytes = Buffer.from(body, "base64url");
      if (bytes.length < nonceBytes + tagBytes) throw new Error("This sealed text is cut short");
      const opener = createDecipheriv("aes-256-gcm", sealKey, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      opener.setAAD(associated(place)).setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([opener.update(bytes.subarray(nonceBytes, -tagBytes)), opener.final()]).toString(
        "utf8",
      );
    },
    ...createTokens(key),
    hashCounted: (text) => createHmac("sha256", countKey).update(text).digest("base64url"),
    addressKey,
    ...createAddressHash(addressKey),
  };
}

/** Hashes of addresses with the key for that; other threads make theirs from the key alone. */
export function createAddressHash(addressKey: Uint8Array): Pick<Secrets, "hashAddress" | "formerHash"> {
  const hashAddress = (address: string) =>
    createHmac("sha256", addressKey).update(address).digest("base64url");
  return {
    hashAddress,
    formerHash(address) {
      const former = addressInUnicode(address);
      return former === null ? null : hashAddress(former);
    },
  };
}

/** Binds sealed text to its place: moved to another owner, row or field it does not open. */
function associated({ workspaceId, rowId, field }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([version, workspaceId, rowId, field]));
}

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
