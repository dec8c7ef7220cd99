import { z } from "zod";
import { normalAddress } from "../address.ts";
import { strongPassword } from "../identity/passwordRules.ts";
import { joinedName, nameCharacter, signupFault } from "../identity/signupFault.ts";
import { textLimits } from "../limits/text.ts";
import { issueText } from "../reasons.ts";
import { anyAddress, notBlank } from "./fields.ts";

const names = issueText("signup_names");
const login = issueText("login_required");
const text = (error: string) => z.string({ error });
/** Two to twenty characters, as `signupFault` holds; a space at either end is not counted. */
const personName = {
  pattern: `^(?! )${nameCharacter}{2,${textLimits.nameMax}}(?<! )$`,
  examples: ["Ada"],
};

/** `status` may be sent, as the specification's screen does, and is ignored: plans are granted on the server. */
export const signupInput = z
  .object(
    {
      // A missing field counts as an empty one, so that the rules keep their order whatever is left out.
      firstName: text(names).trim().overwrite(joinedName).meta(personName).default(""),
      lastName: text(names).trim().overwrite(joinedName).meta(personName).default(""),
      email: text(issueText("address_needed")).trim().meta(anyAddress).default(""),
      password: text(issueText("signup_password")).meta(strongPassword).default(""),
      confirmPassword: z.string().meta({ description: "The password once more, if it is sent" }).optional(),
      status: z.unknown().optional(),
    },
    { error: names },
  )
  .superRefine((fields, context) => {
    const fault = signupFault(fields);
    if (fault) context.addIssue({ code: "custom", path: [fault.field], message: issueText(fault.code) });
  })
  .meta({ required: ["firstName", "lastName", "email", "password"] })
  .transform(({ firstName, lastName, email, password }) => ({
    firstName,
    lastName,
    email: normalAddress(email),
    password,
  }));

export const loginInput = z.object(
  {
    username: text(login)
      .trim()
      .min(1, { error: login })
      .max(textLimits.emailMax, { error: login })
      .meta(notBlank)
      .transform((username) => username.toLowerCase()),
    password: text(login).min(1, { error: login }).max(textLimits.passwordMax, { error: login }),
  },
  { error: login },
);

export const session = z
  .object({ uid: z.string(), status: z.string(), role: z.string(), token: z.string() })
  .meta({ id: "Session" });

export const standing = z.object({ status: z.string(), role: z.string() });

export const person = z
  .object({
    uid: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    status: z.string(),
    role: z.string(),
  })
  .meta({ id: "Person" });

export type Person = z.infer<typeof person>;
export type Session = z.infer<typeof session>;
