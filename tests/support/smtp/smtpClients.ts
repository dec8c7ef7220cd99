import { describe } from "bun:test";
import { pipeliningLinks } from "../../../server/sending/senders/dialogue/pipeliningLink.ts";
import { openNodemailerLink } from "../../../server/sending/senders/nodemailerLink.ts";
import type { OpenLink } from "../../../server/sending/senders/smtpLink.ts";

/** The clients behind the port, each with a memory of its own for every account. */
export const smtpClients: Record<string, () => OpenLink> = {
  "our own client": () => pipeliningLinks({ farMs: 0 }),
  nodemailer: () => openNodemailerLink,
};

/** Tests about something, once with each client: what must hold of a mail must hold whoever speaks. */
export function eachClient(about: string, tests: (links: () => OpenLink) => void): void {
  for (const [name, links] of Object.entries(smtpClients))
    describe(`${about}, by ${name},`, () => tests(links));
}
