import { z } from "zod";
import { pageLimits } from "../limits/http.ts";
import { issueText } from "../reasons.ts";

/**
 * What a list by cursor is asked with. `limit` or `cursor` alone makes it one; the rest of the query has to be as it was
 * when the cursor was given.
 */
export const cursorPaging = {
  limit: z.coerce.number().int().min(1).max(pageLimits.sizeMax).optional(),
  /** The `next` of the answer before, as it is. */
  cursor: z
    .string()
    .min(1, { error: issueText("cursor_unknown") })
    .max(pageLimits.cursorMax, { error: issueText("cursor_unknown") })
    .regex(/^[A-Za-z0-9_-]+$/, { error: issueText("cursor_unknown") })
    .optional(),
};

/** Which fields each entry of a list has, by their names with commas between. */
export function chosenFields<const Name extends string>(names: readonly Name[]) {
  const error = issueText("list_fields_unknown", { choices: names });
  const one = `(?:${names.join("|")})`;
  const allOfThem = names.join(",").length;
  return z
    .string()
    .max(allOfThem, { error })
    .regex(new RegExp(`^${one}(?:,${one})*$`), { error })
    .meta({ examples: [names.slice(0, 2).join(",")] })
    .transform((text) => text.split(",") as Name[])
    .optional();
}

/** The answer of a list by cursor; `next` is null at its end. */
export function cursorPage<T extends z.ZodType>(entry: T, id: string) {
  return z.object({ items: z.array(entry), next: z.string().nullable() }).meta({ id });
}
