import type { Socket } from "node:net";
import { enhancedStatus } from "./enhancedStatus.ts";

/**
 * A server that is out of step answers one command with the reply to another. A mail that is called sent on the
 * strength of such a reply may never have arrived, so every reply that matters is looked at for whose it is.
 */

/** Whether the server asks for the message: RFC 5321 section 4.3.2 knows no other reply for that than 354. */
export function asksForMessage(reply: string): boolean {
  return /^354(?!\d)/.test(reply);
}

/**
 * Whether a positive reply can be that to the final dot. Codes and classes of other commands cannot: a greeting, a
 * sign-in, a goodbye, a recipient passed on or not verified (RFC 5321 section 4.2.3, RFC 4954), and X.1.X, which is
 * about an address (RFC 3463 section 3.2). Nor can one whose enhanced status contradicts its code (RFC 2034 section 4).
 */
export function answersTheDot(reply: string): boolean {
  if (/^2(11|14|20|21|35|51|52)(?!\d)/.test(reply)) return false;
  const status = enhancedStatus(reply);
  return status === "" || (status.startsWith("2.") && !status.startsWith("2.1."));
}

/** The codes of the replies that a socket brings from now on: of lines without a hyphen behind it (section 4.2.1). */
export function hearReplies(socket: Socket | undefined): { readonly codes: readonly number[]; stop(): void } {
  const codes: number[] = [];
  let rest = "";
  const listen = (chunk: Buffer) => {
    const lines = (rest + chunk.toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (/^\d{3}(?!-)/.test(line)) codes.push(Number(line.slice(0, 3)));
  };
  socket?.on("data", listen);
  return { codes, stop: () => void socket?.off("data", listen) };
}
