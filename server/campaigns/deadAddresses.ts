import { Parser } from "htmlparser2";
import { leadsFromMail } from "../../contract/leadsFromMail.ts";
import { parseInSlices } from "../sending/mail/parseInSlices.ts";

/** How many there are, and the first that says something; "" where each is empty. */
export type DeadAddresses = { count: number; first: string };

/** The links and pictures of a mail whose addresses lead nowhere from it. */
export function* deadAddresses(
  html: string,
): Generator<void, { links: DeadAddresses; pictures: DeadAddresses }> {
  const links: DeadAddresses = { count: 0, first: "" };
  const pictures: DeadAddresses = { count: 0, first: "" };
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      if (name === "a" || name === "area") {
        // One with a name of its own is where other links of the mail lead to.
        if (attributes.href === undefined && (attributes.name ?? attributes.id) !== undefined) return;
        judge(links, attributes.href ?? "");
      } else if (name === "img") judge(pictures, attributes.src ?? "");
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  yield* parseInSlices({ parser, html, depth: () => depth });
  return { links, pictures };
}

function judge(found: DeadAddresses, address: string): void {
  if (leadsFromMail(address)) return;
  found.count += 1;
  if (found.first === "") found.first = address.trim();
}
