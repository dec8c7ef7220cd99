/** What is said of a certificate, by the code that Bun and Node give the fault. */
const certificateFaults: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: "it is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "its authority is unknown here",
  UNABLE_TO_GET_ISSUER_CERT: "its authority is unknown here",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its authority is unknown here",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its authority is unknown here",
  CERT_HAS_EXPIRED: "it has expired",
  CERT_NOT_YET_VALID: "it is not valid yet; look at the clock of this machine too",
  ERR_TLS_CERT_ALTNAME_INVALID: "it was made for another name",
};

/** Why a server could not be reached. A browser keeps the cause to itself, and then the sentence is a general one. */
export function unreachedSentence(cause: unknown, base: string): string {
  const why = certificateFaults[codeOf(cause)];
  return why === undefined
    ? "The server cannot be reached. Check that it runs, then try again."
    : `The certificate of ${base} is not trusted: ${why}. Nothing was sent to it.`;
}

/** Why a certificate is not trusted, as far as it matters for what can be done; undefined for any other fault. */
export function untrustedFor(cause: unknown): "expired" | "otherName" | "untrusted" | undefined {
  const code = codeOf(cause);
  if (!Object.hasOwn(certificateFaults, code)) return undefined;
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") return "expired";
  return code === "ERR_TLS_CERT_ALTNAME_INVALID" ? "otherName" : "untrusted";
}

/** Answers of a proxy whose server is away. */
export const awayStatuses: readonly number[] = [502, 503, 504];

/** What a proxy in front of the server said by an answer that is not the server's own; null where nothing is known. */
export function proxySentence(status: number, base: string): string | null {
  const proxy = `The proxy in front of ${base || "this server"}`;
  if (status === 413)
    return `${proxy} refused the size of what was sent. Whoever runs it can raise its limit (nginx: client_max_body_size), or send less at once.`;
  // In a browser the specification's general sentence stands: who reads a page there runs no server.
  if (base !== "" && awayStatuses.includes(status))
    return `${proxy} answers, but the server behind it does not (${status}). Check that it runs, then try again.`;
  return null;
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
