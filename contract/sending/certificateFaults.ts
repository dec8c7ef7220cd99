import { isRecord } from "../reasons/shapes.ts";
import type { ConnectionTexts } from "../texts/connection.ts";

/** What is wrong with a certificate, by the code that Bun and Node give the fault. */
const certificateFaults: Record<string, keyof ConnectionTexts["certificates"]> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: "ownSignature",
  SELF_SIGNED_CERT_IN_CHAIN: "unknownAuthority",
  UNABLE_TO_GET_ISSUER_CERT: "unknownAuthority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unknownAuthority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unknownAuthority",
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "notYetValid",
  ERR_TLS_CERT_ALTNAME_INVALID: "otherName",
};

/** What is wrong with a server's certificate; undefined for any other fault. A browser keeps the cause to itself. */
export function certificateFault(cause: unknown): keyof ConnectionTexts["certificates"] | undefined {
  const code = isRecord(cause) ? String(cause.code) : "";
  return Object.hasOwn(certificateFaults, code) ? certificateFaults[code] : undefined;
}

/** Why a server could not be reached. */
export function unreachedSentence(cause: unknown, base: string, texts: ConnectionTexts): string {
  const fault = certificateFault(cause);
  return fault === undefined
    ? texts.unreached
    : texts.notTrusted({ server: base, why: texts.certificates[fault] });
}
