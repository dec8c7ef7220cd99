import { z } from "zod";
import { hasControlCharacters } from "../../controlCharacters.ts";
import { textLimits } from "../../limits/text.ts";
import { issueText } from "../../reasons.ts";
import { securities } from "../../sending/providers.ts";
import { readingStates } from "../../sending/reading.ts";
import { cause, plainPattern, plainText, timeMs } from "../fields.ts";

/** How the reading of an account's mailbox stands. A password, or a permission, is never shown. */
export const reading = z
  .object({
    credentialId: z.string(),
    state: z.enum(["off", ...readingStates]),
    /** Why it rests or has stopped, in words for its owner. */
    reason: z.string().nullable(),
    cause: cause.nullable(),
    /** Since when it is in this state; null while it is off. */
    since: timeMs.nullable(),
    /** When it was last known that nothing new was left unread; null before that. */
    lookedAt: timeMs.nullable(),
    nextTryAt: timeMs.nullable(),
    /** Where the mailbox is, or would be proposed to be; null where the account has none. */
    host: z.string().nullable(),
    port: z.number().int().nullable(),
    security: z.enum(securities).nullable(),
    user: z.string().nullable(),
    /** What turning it on needs: nothing, the mailbox' password, or a visit to the provider; "none" has no mailbox. */
    needs: z.enum(["nothing", "password", "permission", "none"]),
  })
  .meta({ id: "Reading" });
export type Reading = z.infer<typeof reading>;

const password = z
  .string()
  .max(textLimits.appPasswordMax)
  .refine((text) => !hasControlCharacters(text), { error: issueText("app_password_control") })
  .meta({ pattern: plainPattern });

/** What is left out, or empty, is as the account has it; only a server of one's own has a host to name. */
export const readingInput = z.object({
  host: plainText(textLimits.hostMax).optional(),
  port: z.number().int().min(1).max(textLimits.portMax).optional(),
  security: z.enum(securities, { error: issueText("security_unknown", { choices: securities }) }).optional(),
  user: plainText(textLimits.aliasMax).optional(),
  password: password.optional().default(""),
});
export type ReadingInput = z.output<typeof readingInput>;
