import { sentences } from "../../contract/errors.ts";
import { isStrongPassword } from "../../contract/identity/passwordRules.ts";

/** What is wrong with a new password and its repetition, in the order and words of sign-up; null when nothing is. */
export function newPasswordFault(given: {
  password: string;
  confirmPassword: string;
}): { field: "password" | "confirmPassword"; sentence: string } | null {
  if (!isStrongPassword(given.password)) return { field: "password", sentence: sentences.signupPassword };
  if (given.password !== given.confirmPassword)
    return { field: "confirmPassword", sentence: sentences.signupMismatch };
  return null;
}
