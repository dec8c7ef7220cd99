import type { Reading } from "../../../../contract/schemas/accounts/reading.ts";
import type { Credential } from "../../../../contract/schemas/credential.ts";

/** What the parts of the dialog about one account's answers are given. */
export type ReadingProps = { credential: Credential; reading: Reading; onDone: () => void };
