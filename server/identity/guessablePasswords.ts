import { guessablePasswordLimits } from "../../contract/limits/identity.ts";
import { refused } from "../../contract/refused.ts";

/** Who the password is for: their own name and address are the first that anybody tries. */
type Owner = { email: string; firstName: string; lastName: string };

/**
 * Refuses a new password that keeps every rule of form and that others guess all the same: one of the fifty thousand
 * commonest, the person's own name or address, and any of these with a few digits or signs around it.
 * @throws {Refusal} bad_request, which names the field that the call has it in.
 */
export async function refuseGuessable(password: string, owner: Owner, field = "password"): Promise<void> {
  const cores = coresOf(password);
  const own = new Set(ownWordsOf(owner));
  if (cores.some((core) => own.has(lettersOf(core)))) throw refused("password_own", {}, { field });
  const common = await commonPasswords();
  if (cores.some((core) => common.has(core) || common.has(plainLetters(core))))
    throw refused("password_common", {}, { field });
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** Unpacked when the first password is chosen, not at the start: it takes a moment and some megabytes. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return loading;
}

/** The password as it is, without signs around it, and without digits and signs around it: "Welcome1!" is "welcome". */
function coresOf(password: string): string[] {
  const { decorationMax, coreMin } = guessablePasswordLimits;
  const lower = password.toLowerCase();
  const stripped = [/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, /^[^\p{L}]+|[^\p{L}]+$/gu].map((around) =>
    lower.replace(around, ""),
  );
  const trivial = stripped.filter(
    (core) => core.length >= coreMin && lower.length - core.length <= decorationMax,
  );
  return [...new Set([lower, ...trivial])];
}

const written: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

/** "p@ssw0rd" with the letters that its signs stand for. */
function plainLetters(text: string): string {
  return text.replace(/[@43!10$57]/g, (sign) => written[sign] ?? sign);
}

function ownWordsOf({ email, firstName, lastName }: Owner): string[] {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const texts = [
    email,
    email.slice(0, at),
    domain,
    domain.split(".")[0] ?? "",
    firstName,
    lastName,
    firstName + lastName,
    lastName + firstName,
  ];
  return texts
    .map((text) => lettersOf(text.toLowerCase()))
    .filter((word) => word.length >= guessablePasswordLimits.coreMin);
}

/** "Ada.Lovelace99" and "ada-lovelace" are one guess. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, "");
}
