import { describe } from "bun:test";
import { pipeliningConnector } from "../../../server/sending/senders/dialogue/pipeliningConnector.ts";
import { openNodemailerConnection } from "../../../server/sending/senders/nodemailerConnection.ts";
import type { OpenSmtpConnection } from "../../../server/sending/senders/smtpConnection.ts";

/** The clients behind the port, each with a memory of its own for every account. */
export const smtpClients: Record<string, () => OpenSmtpConnection> = {
  "our own client": () => pipeliningConnector({ farMs: 0 }),
  nodemailer: () => openNodemailerConnection,
};

/** Tests about something, once with each client: what must hold of a mail must hold whoever speaks. */
export function eachClient(about: string, tests: (client: () => OpenSmtpConnection) => void): void {
  for (const [name, client] of Object.entries(smtpClients))
    describe(`${about}, by ${name},`, () => tests(client));
}
