import type { ConnectionTexts } from "../texts/connection.ts";

/** Why no answer came where something else did, mostly a web page: of another site, or of a network or a proxy that wants one to sign in. */
export const pageAnswered = "page";

/** Answers of a proxy whose server is away. */
export const awayStatuses: readonly number[] = [502, 503, 504];

/** What a proxy in front of the server said by an answer that is not the server's own; null where nothing is known. */
export function proxySentence(status: number, base: string, texts: ConnectionTexts): string | null {
  if (status === 413) return texts.proxyTooLarge(base || null);
  // In a browser the specification's general sentence stands: who reads a page there runs no server.
  return base !== "" && awayStatuses.includes(status) ? texts.proxyAlone({ server: base, status }) : null;
}
