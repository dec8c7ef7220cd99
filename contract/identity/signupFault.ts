import { parseAddress } from "../address.ts";
import { joinedAccents } from "../joinedAccents.ts";
import { textLimits } from "../limits/text.ts";
import type { FieldRefusals } from "../reasons/fields.ts";
import type { IdentityRefusals } from "../reasons/identity.ts";
import type { ExactTexts } from "../texts/exact.ts";
import { isStrongPassword } from "./passwordRules.ts";

/** The rules of sign-up. They stand apart from the schemas, so that the sign-up page need not load zod. */

/**
 * One character of a name, as the document says it too: a letter, a digit, an underscore, a space, or a mark that belongs to
 * a letter, as the vowels of Hindi, Thai and Tamil are. Marks that nobody sees are none.
 */
export const nameCharacter = "(?:[\\p{L}\\p{N}_ ]|(?!\\p{DI})\\p{M})";
const nameFormat = new RegExp(`^${nameCharacter}+$`, "u");

/** A name as it is kept: an accent that is a character of its own is part of its letter. */
export function joinedName(name: string): string {
  return joinedAccents(name, textLimits.nameMax);
}

/** The first character that a name may not have; undefined where all may stay. */
export function oddCharacterIn(name: string): string | undefined {
  return [...joinedName(name)].find((character) => !nameFormat.test(character));
}

function isName(name: string): boolean {
  const length = [...name].length;
  return length >= textLimits.nameMin && length <= textLimits.nameMax && nameFormat.test(name);
}

type SignupFault = {
  field: keyof SignupFields | "confirmPassword";
  code: keyof IdentityRefusals | keyof FieldRefusals;
  /** Which of the specification's sentences says it. */
  text: keyof Omit<ExactTexts, "alias">;
};

type SignupFields = { firstName: string; lastName: string; email: string; password: string };

/**
 * The first sign-up rule that the fields break, in the order the specification sets, or null.
 * `confirmPassword` is checked where it is given: the screen has it, the call does not.
 */
export function signupFault(
  fields: SignupFields & { confirmPassword?: string | undefined },
): SignupFault | null {
  const tooShort = (name: string) => [...name].length < textLimits.nameMin;
  const firstName = joinedName(fields.firstName);
  const lastName = joinedName(fields.lastName);
  if (tooShort(firstName)) return { field: "firstName", code: "signup_names", text: "signupNames" };
  if (tooShort(lastName)) return { field: "lastName", code: "signup_names", text: "signupNames" };
  if (!isStrongPassword(fields.password))
    return { field: "password", code: "signup_password", text: "signupPassword" };
  if (!isName(firstName)) return { field: "firstName", code: "signup_first_name", text: "signupFirstName" };
  if (!isName(lastName)) return { field: "lastName", code: "signup_last_name", text: "signupLastName" };
  if (!parseAddress(fields.email.trim()).ok)
    return { field: "email", code: "address_needed", text: "signupEmail" };
  if (fields.confirmPassword !== undefined && fields.confirmPassword !== fields.password)
    return { field: "confirmPassword", code: "signup_mismatch", text: "signupMismatch" };
  return null;
}
