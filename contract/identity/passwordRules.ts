import { textLimits } from "../limits/text.ts";

/** The five things a password must have (specification, section 5), one by one, so that a form can show which hold. */
export const passwordRules = [
  {
    key: "length",
    holds: (password) => password.length >= textLimits.passwordMin,
  },
  { key: "upper", holds: (password) => /\p{Lu}/u.test(password) },
  { key: "lower", holds: (password) => /\p{Ll}/u.test(password) },
  { key: "number", holds: (password) => /\p{N}/u.test(password) },
  { key: "special", holds: (password) => /[^\p{L}\p{N}\s]/u.test(password) },
] as const satisfies readonly { key: string; holds: (password: string) => boolean }[];

/** The same five in the document's words. */
export const strongPassword = {
  minLength: textLimits.passwordMin,
  maxLength: textLimits.passwordMax,
  pattern: "^(?=.*\\p{Lu})(?=.*\\p{Ll})(?=.*\\p{N})(?=.*[^\\p{L}\\p{N}\\s]).*$",
  examples: ["Green-Field-42"],
};

/** Whether a new password has all five and is no longer than is worth hashing. */
export function isStrongPassword(password: string): boolean {
  return password.length <= textLimits.passwordMax && passwordRules.every((rule) => rule.holds(password));
}
