/** What other domains ask of accounts. */

export { senderAccountOf } from "./credentialRows.ts";
export type { CredentialService } from "./credentials.ts";
export type { GoogleConnect } from "./googleConnect.ts";
