import type { Credential } from "../../../../contract/schemas/credential.ts";
import type { Reading } from "../../../../contract/schemas/reading.ts";

/** What the parts of the dialog about one account's answers are given. */
export type ReadingProps = { credential: Credential; reading: Reading; onDone: () => void };
