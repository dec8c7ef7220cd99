import type { Socket } from "node:net";
import { enhancedStatus } from "./enhancedStatus.ts";

// A server that is out of step sends the reply to one command where that to another is due. A mail that counts as sent
// because of such a reply may never have arrived, so replies that matter are checked for belonging to their command.

/** Whether the server asks for the message: 354 is the only reply for that in RFC 5321 section 4.3.2. */
export function asksForMessage(reply: string): boolean {
  return /^354(?!\d)/.test(reply);
}

/**
 * Whether a positive reply can be the one to the final dot. It cannot if its code belongs to other commands (greeting,
 * sign-in, QUIT, a recipient forwarded or not verified; RFC 5321 section 4.2.3, RFC 4954), if its enhanced status is
 * about an address (X.1.X; RFC 3463 section 3.2), or if that status contradicts its code (RFC 2034 section 4).
 */
export function answersTheDot(reply: string): boolean {
  if (/^2(11|14|20|21|35|51|52)(?!\d)/.test(reply)) return false;
  const status = enhancedStatus(reply);
  return status === "" || (status.startsWith("2.") && !status.startsWith("2.1."));
}

/** Collects the codes of all replies that a socket receives from now on. Lines with a hyphen after the code continue (section 4.2.1). */
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
