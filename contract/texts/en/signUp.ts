import type { Parts, Wrap } from "../language.ts";

/** What is said where somebody makes an account. */
export const signUp = {
  creating: "Creating your account…",
  create: "Create Account",
  or: "or",
  withGoogle: "Sign up with Google",
  haveAccount: <N>(signIn: Wrap<N>): Parts<N> => ["Already have an account? ", signIn("Sign in")],
  firstName: "First name",
  lastName: "Last name",
  nameHint: ({ min, max, allowed }: { min: number; max: number; allowed: string }) =>
    `${min} to ${max} ${allowed}.`,
  oddCharacter: ({ odd, allowed }: { odd: string; allowed: string }) =>
    `“${odd}” is not allowed here, only ${allowed}. Try a space instead.`,
  allowed: "letters, digits, spaces and underscores",
};
