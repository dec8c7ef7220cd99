import type { ReasonParams } from "../reasons.ts";
import { imports } from "./en/imports.ts";
import { refusals } from "./en/refusals.ts";
import { sending } from "./en/sending.ts";
import type { Sentences } from "./sentence.ts";

/** English, whole. Another language is another file like this one, with a file for each area beside it. */
export const english: Sentences<ReasonParams> = { ...sending, ...imports, ...refusals };
