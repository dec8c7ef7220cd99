import { z } from "zod";
import { addressPattern, normalAddress, parseAddress } from "../address.ts";
import { hasControlCharacters, isBlank } from "../controlCharacters.ts";
import { joinedAccents } from "../joinedAccents.ts";
import { textLimits } from "../limits/text.ts";
import { type Cause, issueText } from "../reasons.ts";

// What a check beside it holds is said once more as a pattern, for whoever has nothing but the OpenAPI document. The
// patterns ask a little more than the checks do: spaces at the ends are forgiven, and not promised to be.
const character = "[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]";
/** What a text may not be of alone; see `isBlank`. */
const unseen =
  "\\s\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8";
const visible = character.replace("[^", `[^${unseen}`);
export const plainPattern = `^${character}*$`;
export const filledPattern = `^${character}*${visible}${character}*$`;

/** Says of text that is not trimmed that it has to hold something. */
export const notBlank = { pattern: "\\S" };

/** An identifier of ours (UUIDv7 as text). Any other text is merely an id that is not found. */
export const id = z.string().min(1).max(textLimits.idMax).meta({ pattern: "^[A-Za-z0-9_-]+$" });

/** What whoever composes a campaign calls a step or a variant, as an address can hold it; ours are ids as above. */
export const givenIdPattern = "^[A-Za-z0-9_-][A-Za-z0-9_.-]*$";
export const givenId = z.string().min(1).max(textLimits.idMax).meta({ pattern: givenIdPattern });

/**
 * A list of very many. `plain` answers fast, of nearly all of them, what `element` would make of it; one of which it
 * answers undefined is given to `element`, and the first fault ends the look: no other would be told.
 */
export function longList<T extends z.ZodType>(
  element: T,
  options: { max: number; error: string; plain(item: unknown): z.output<T> | undefined },
): z.ZodType<z.output<T>[], z.input<T>[]> {
  const { max, error, plain } = options;
  const { $schema: _, ...items } = z.toJSONSchema(element, { io: "input" });
  const list = z
    .array(z.unknown(), { error })
    .max(max)
    .meta({ items: items as object })
    .transform((members, context) => {
      const checked: z.output<T>[] = [];
      for (const [index, member] of members.entries()) {
        const known = plain(member);
        const { data = known, error: fault } = known === undefined ? element.safeParse(member) : {};
        const issue = fault?.issues[0];
        if (issue === undefined) checked.push(data as z.output<T>);
        else {
          context.issues.push({ ...issue, path: [index, ...issue.path], input: member } as never);
          return z.NEVER;
        }
      }
      return checked;
    });
  return list as unknown as z.ZodType<z.output<T>[], z.input<T>[]>;
}

/**
 * Values by name, counted before any is looked at: a body has room for very many, and each would cost its look and the
 * sentence for its fault. `unknown` refuses a name that nothing has, of the one that zod passes over in silence and of those
 * that are no name by `namePattern`.
 */
export function countedValues<T extends z.ZodType>(
  values: T,
  {
    max,
    error,
    unknown,
    namePattern = "",
  }: { max: number; error: string; unknown?: (name: string) => string; namePattern?: string },
): z.ZodType<z.output<T>, z.input<T>> {
  const right = new RegExp(namePattern);
  const propertyNames = namePattern === "" ? {} : { propertyNames: { type: "string", pattern: namePattern } };
  const counted = z.preprocess(
    (given, context) => {
      if (typeof given !== "object" || given === null) return given;
      const names = Object.keys(given);
      const wrong = () => names.find((name) => name === "__proto__" || !right.test(name));
      const message = names.length > max ? error : told(wrong(), unknown);
      if (!message) return given;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    },
    values.meta({ maxProperties: max, ...propertyNames }),
  );
  return counted as unknown as z.ZodType<z.output<T>, z.input<T>>;
}

function told(name: string | undefined, unknown?: (name: string) => string): string | undefined {
  return name === undefined ? undefined : unknown?.(name);
}

export const withId = z.object({ id });

export const anyAddress = { format: "email", pattern: addressPattern };

/** One bare address (RFC 5321 section 4.1.2, no group, no comment, no list), trimmed and in its normal form. */
export const emailAddress = (error: string) =>
  z
    .string({ error })
    .trim()
    .max(textLimits.emailMax, { error })
    .refine((text) => parseAddress(text).ok, { error })
    .meta(anyAddress)
    .transform(normalAddress);

/**
 * Text without control characters, so that it can never add a header line to a mail. `missing` says that it is not
 * there, `tooLong` that it is too long, `broken` that it has one; where one is left out, zod does, or the sentence for
 * all of them. A tab, as it comes along with what is copied from a table, is a space. An accent that is a character of
 * its own, as in names of files on a Mac, is joined to its letter (Unicode NFC): nobody sees a difference, so nothing
 * may hang on it.
 */
export const plainText = (
  max: number,
  missing?: string,
  tooLong = missing,
  broken = issueText("control_characters"),
) =>
  z
    .string(errorOf(missing))
    .trim()
    .overwrite((text) => joinedAccents(text.replaceAll("\t", " "), max))
    .max(max, errorOf(tooLong))
    .refine((text) => !hasControlCharacters(text), { error: broken })
    .meta({ pattern: plainPattern });

/** The same, and something has to be left that people see. */
export const filledText = (max: number, missing: string, tooLong: string, broken?: string) =>
  plainText(max, missing, tooLong, broken)
    .refine((text) => !isBlank(text), { error: missing })
    .meta({ pattern: filledPattern });

function errorOf(issue: string | undefined) {
  return issue === undefined ? undefined : { error: issue };
}

/** Milliseconds since 1970, UTC. */
export const timeMs = z.number().int();

export const message = z.object({ message: z.string() });

const innerReason = z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) });

/** What a reason is said with. */
export const reasonParams = z.record(
  z.string(),
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    innerReason,
    z.array(z.string()),
    z.array(innerReason),
  ]),
);

/**
 * A reason as the wire has it. A newer server may have codes that its caller does not know. Without a name of its own in
 * the document: one that may also be null would be written as an object that is null as well, which nothing is.
 */
export const cause = z
  .object({
    code: z.string(),
    params: reasonParams,
    reply: z.string().nullable().meta({ description: "What a mail server said, as it said it" }),
  })
  .meta({
    description:
      "Why something is as it is, for programs: a code, what it is said with, and a mail server's own words. The same in words stands beside it",
  }) as unknown as z.ZodType<Cause, Cause>;

/** Why somebody is not mailed, or a row was not taken: in words, and for programs. */
export const explained = { reason: z.string(), cause };

export const skippedLead = z.object({ email: z.string(), ...explained });

/** What of a thing was read before it is changed; `shape` has the fields that may be named. */
export const wasRead = <T extends z.ZodType>(shape: T) =>
  shape.optional().meta({
    description:
      "What of it was read before, by field. Where one is another by now, nothing is changed and the answer is 409 `changed_meanwhile`",
  });
