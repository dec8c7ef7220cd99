import type { ReactNode } from "react";
import { addressIn } from "../../contract/sending/senderMailbox.ts";

/** An address in a sentence, which no line ends in unless it is longer than one. */
export function inOneLine(address: string): ReactNode {
  return <bdi>{address}</bdi>;
}

/** Whom to write to, as a link that begins the mail; null where nobody knows who sent it. */
export function writesTo(from: string | null): ReactNode | null {
  if (from === null) return null;
  return <a href={`mailto:${encodeURIComponent(addressIn(from)).replace("%40", "@")}`}>{from}</a>;
}
