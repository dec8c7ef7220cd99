import { z } from "zod";
import { fieldKinds } from "../leads/customFields.ts";
import { fieldKeyPattern, isOwnName } from "../leads/fieldKeys.ts";
import { choiceName } from "../leads/readFieldValue.ts";
import { leadLimits } from "../limits/leads.ts";
import { issueText } from "../reasons.ts";
import { countedValues, filledText, id, timeMs } from "./fields.ts";

const { fieldKeyMax, fieldLabelMax, fieldsMax, choicesMax, choiceNameMax } = leadLimits;

const value = z.union([z.string(), z.number(), z.boolean()]);

/** A lead's values by key: of a choice its name, of a date YYYY-MM-DD. */
export const fieldValues = z.record(z.string(), value);

/** Values for a lead: what is not named stays as it is, null takes a value away. Whether they fit is for their fields to say. */
export const givenFields = countedValues(
  z.record(
    z.string().max(fieldKeyMax),
    // A text that is too long for any field is refused by its field, in words that name it.
    z.union([value, z.null()]),
    { error: issueText("field_values_invalid") },
  ),
  {
    max: fieldsMax,
    error: issueText("fields_too_many", { max: fieldsMax }),
    unknown: (key) => issueText("field_unknown", { key }),
  },
).optional();
export type GivenFields = z.infer<typeof givenFields>;

const label = filledText(
  fieldLabelMax,
  issueText("field_label_missing"),
  issueText("field_label_too_long", { max: fieldLabelMax }),
);

const keyInvalid = { error: issueText("field_key_invalid", { max: fieldKeyMax }) };

export const fieldKey = z
  .string(keyInvalid)
  .regex(new RegExp(fieldKeyPattern), keyInvalid)
  .refine((key) => !isOwnName(key), keyInvalid);

export const fieldKind = z.enum(fieldKinds, {
  error: issueText("field_kind_unknown", { choices: fieldKinds }),
});

const choiceInvalid = issueText("field_choice_invalid", { max: choiceNameMax });
const choice = filledText(choiceNameMax, choiceInvalid, choiceInvalid);

/** Lists with nothing twice; the rule of the kind is held where the kind is known. */
function choiceList<T extends z.ZodType>(member: T, nameOf: (choice: z.output<T>) => string) {
  const error = issueText("field_choices_missing", { max: choicesMax });
  return z
    .array(member, { error })
    .max(choicesMax, { error })
    .superRefine((choices, context) => {
      const seen = new Set<string>();
      for (const name of choices.map(nameOf)) {
        if (seen.has(choiceName(name)))
          context.addIssue({ code: "custom", message: issueText("field_choice_twice", { name }) });
        seen.add(choiceName(name));
      }
    });
}

export const customField = z
  .object({
    _id: z.string(),
    key: z.string(),
    label: z.string(),
    kind: z.enum(fieldKinds),
    choices: z.array(z.object({ _id: z.string(), name: z.string() })),
    /** Where it stands among the others, from 0 on. */
    position: z.number().int(),
    createdAt: timeMs,
  })
  .meta({ id: "CustomField" });
export type CustomField = z.infer<typeof customField>;

export const customFieldInput = z.object(
  {
    label,
    /** What merge fields call it; made of the label unless given. */
    key: fieldKey.optional(),
    kind: fieldKind,
    choices: choiceList(choice, (name) => name).optional(),
  },
  { error: issueText("field_label_missing") },
);
export type CustomFieldInput = z.infer<typeof customFieldInput>;

/** What is not named stays. A choice that is not among the new ones goes, and is no lead's any more. */
export const customFieldChange = z.object(
  {
    label: label.optional(),
    choices: choiceList(z.object({ _id: id.optional(), name: choice }), ({ name }) => name).optional(),
    position: z.number().int().min(0).max(fieldsMax).optional(),
  },
  { error: issueText("field_label_missing") },
);
export type CustomFieldChange = z.infer<typeof customFieldChange>;
