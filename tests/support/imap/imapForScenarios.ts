import { type ImapStandIn, startImapStandIn } from "./imapStandIn.ts";

let started: Promise<ImapStandIn> | undefined;

/** One IMAP server for all scenarios of a test process, which takes any password; it ends with the process. */
export function imapForScenarios(): Promise<ImapStandIn> {
  started ??= startImapStandIn({ security: "none" }).then((imap) => {
    imap.script.signIn = () => null;
    return imap;
  });
  return started;
}
