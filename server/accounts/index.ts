/** What other domains ask of accounts. */
export { senderAccountOf } from "./credentialRows.ts";
export type { GoogleConnect } from "./googleConnect.ts";
