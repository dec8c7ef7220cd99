/** What is looked into here are the words of others: a mail server's, a library's, those in a file. */
export const othersWords: Record<string, string> = {
  "db/postgres/faults.ts": "the driver gives its own errors no code",
  "contract/imports/optin.ts": "whether a cell says yes or no",
  "contract/imports/optout.ts": "the same",
  "contract/imports/optoutWords.ts": "the same",
  "contract/schemas/lead.ts": "the same",
  "db/sqlite/fingerprint.ts": "SQLite's, of a table",
  "islands/Workspace/leads/actions/useSelection.ts": "a list of who waits",
  "server/sheets/semaphore.ts": "a list of who waits",
  "server/accounts/setup/askProvider.ts": "Google's and Microsoft's",
  "server/inbound/reading/bounceCause.ts": "a mail server's, in which a mail came back",
  "server/inbound/reading/plainBounce.ts": "the same",
  "server/inbound/imapFault.ts": "OpenSSL's, and an IMAP server's that has no code for it",
  "server/sending/senders/api/gmailOutcome.ts": "Gmail's",
  "server/sending/senders/smtpError.ts": "OpenSSL's",
  "server/sending/senders/nodemailerConnection.ts": "an SMTP reply's first digit",
  "server/sheets/xls.ts": "SheetJS's",
};
