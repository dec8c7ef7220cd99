import { z } from "zod";
import { normalAddress, parseAddress } from "../address.ts";
import { limits } from "../limits.ts";

/** An identifier of ours (UUIDv7 as text). Any other text is merely an id that is not found. */
export const id = z.string().min(1).max(limits.text.idMax);

export const withId = z.object({ id });

/** One bare address (RFC 5321 section 4.1.2, no group, no comment, no list), trimmed and in its normal form. */
export const emailAddress = (sentence: string) =>
  z
    .string({ error: sentence })
    .trim()
    .max(limits.text.emailMax, { error: sentence })
    .refine((text) => parseAddress(text).ok, { error: sentence })
    .transform(normalAddress);

/**
 * Text without control characters, so that it can never add a header line to a mail. `sentence` says that it is
 * missing; `what` names it where it is there and too long.
 */
export const plainText = (max: number, sentence?: string, what?: string) =>
  z
    .string(errorOf(sentence))
    .trim()
    .max(max, errorOf(what === undefined ? sentence : `${what} has at most ${max} characters`))
    .refine((text) => !hasControlCharacters(text), {
      error: sentence ?? "Control characters are not allowed",
    });

/** Zod's own wording stands where there is none of ours. */
function errorOf(sentence: string | undefined) {
  return sentence === undefined ? undefined : { error: sentence };
}

export function hasControlCharacters(text: string): boolean {
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text);
}

/** Milliseconds since 1970, UTC. */
export const timeMs = z.number().int();

export const message = z.object({ message: z.string() });

export const skippedLead = z.object({ email: z.string(), reason: z.string() });

export const errorAnswer = z
  .object({
    message: z.string(),
    code: z.string().optional(),
    skipped: z.array(skippedLead).optional().meta({
      description: "With the code no_recipients: whom the send named, each with the reason not to mail them",
    }),
  })
  .meta({ id: "Error" });
