import type { Reading } from "../../../../contract/schemas/accounts/reading.ts";
import type { Credential } from "../../../../contract/schemas/credential.ts";

/** The props of the parts of the dialog about reading one account's mailbox. */
export type ReadingProps = { credential: Credential; reading: Reading; onDone: () => void };
