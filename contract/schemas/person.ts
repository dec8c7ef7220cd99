import { z } from "zod";
import { sentences } from "../errors.ts";
import { limits } from "../limits.ts";
import { emailAddress } from "./fields.ts";

const text = (sentence: string) => z.string({ error: sentence });
const nameFormat = /^[\p{L}\p{N}_ ]+$/u;

/** The password rule of sign-up: length, upper and lower case, a number and a special character. */
export function isStrongPassword(password: string): boolean {
  return (
    password.length >= limits.text.passwordMin &&
    password.length <= limits.text.passwordMax &&
    /\p{Lu}/u.test(password) &&
    /\p{Ll}/u.test(password) &&
    /\p{N}/u.test(password) &&
    /[^\p{L}\p{N}\s]/u.test(password)
  );
}

function isName(name: string): boolean {
  const length = [...name].length;
  return length >= limits.text.nameMin && length <= limits.text.nameMax && nameFormat.test(name);
}

type SignupFields = { firstName: string; lastName: string; email: string; password: string };

/**
 * The first sign-up rule that the fields break, in the order the specification sets, or null.
 * `confirmPassword` is checked where it is given: the screen has it, the call does not.
 */
export function signupFault(
  fields: SignupFields & { confirmPassword?: string | undefined },
): { field: keyof SignupFields | "confirmPassword"; sentence: string } | null {
  const tooShort = (name: string) => [...name].length < limits.text.nameMin;
  if (tooShort(fields.firstName)) return { field: "firstName", sentence: sentences.signupNames };
  if (tooShort(fields.lastName)) return { field: "lastName", sentence: sentences.signupNames };
  if (!isStrongPassword(fields.password)) return { field: "password", sentence: sentences.signupPassword };
  if (!isName(fields.firstName)) return { field: "firstName", sentence: sentences.signupFirstName };
  if (!isName(fields.lastName)) return { field: "lastName", sentence: sentences.signupLastName };
  if (!emailAddress(sentences.signupEmail).safeParse(fields.email).success)
    return { field: "email", sentence: sentences.signupEmail };
  if (fields.confirmPassword !== undefined && fields.confirmPassword !== fields.password)
    return { field: "confirmPassword", sentence: sentences.signupMismatch };
  return null;
}

/** `status` may be sent, as the specification's screen does, and is ignored: plans are granted on the server. */
export const signupInput = z
  .object(
    {
      // A missing field counts as an empty one, so that the rules keep their order whatever is left out.
      firstName: text(sentences.signupNames).trim().default(""),
      lastName: text(sentences.signupNames).trim().default(""),
      email: text(sentences.signupEmail).trim().default(""),
      password: text(sentences.signupPassword).default(""),
      confirmPassword: z.string().optional(),
      status: z.unknown().optional(),
    },
    { error: sentences.signupNames },
  )
  .superRefine((fields, context) => {
    const fault = signupFault(fields);
    if (fault) context.addIssue({ code: "custom", path: [fault.field], message: fault.sentence });
  })
  .transform(({ firstName, lastName, email, password }) => ({
    firstName,
    lastName,
    email: email.toLowerCase(),
    password,
  }));

export const loginInput = z.object(
  {
    username: text(sentences.loginRequired)
      .trim()
      .min(1, { error: sentences.loginRequired })
      .max(limits.text.emailMax, { error: sentences.loginRequired })
      .transform((username) => username.toLowerCase()),
    password: text(sentences.loginRequired)
      .min(1, { error: sentences.loginRequired })
      .max(limits.text.passwordMax, { error: sentences.loginRequired }),
  },
  { error: sentences.loginRequired },
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
