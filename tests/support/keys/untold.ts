import type { KeyNotice } from "../../../server/keys/keys.ts";

/** Of an installation that sends no mail of its own. */
export const untold: KeyNotice = { jobFor: () => null, written() {} };
