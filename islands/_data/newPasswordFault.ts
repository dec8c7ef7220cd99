import { isStrongPassword } from "../../contract/identity/passwordRules.ts";
import type { ExactTexts } from "../../contract/texts/exact.ts";

/** What is wrong with a new password and its repetition, in the order and words of sign-up; null if nothing is. */
export function newPasswordFault(
  given: { password: string; confirmPassword: string },
  exact: ExactTexts,
): { field: "password" | "confirmPassword"; sentence: string } | null {
  if (!isStrongPassword(given.password)) return { field: "password", sentence: exact.signupPassword };
  if (given.password !== given.confirmPassword)
    return { field: "confirmPassword", sentence: exact.signupMismatch };
  return null;
}
