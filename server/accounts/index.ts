/** What other domains ask of accounts. */

export type { Connect } from "./connect.ts";
export { senderAccountOf } from "./credentialRows.ts";
export type { CredentialService } from "./credentials.ts";
export { createUnaligned } from "./domain/unaligned.ts";
