import type { Inner } from "../reasons/sending.ts";
import type { Cause, ReasonParams } from "../reasons.ts";

type Around = {
  /** The words of a mail server, as it said them. */
  reply: string | null;
  /** The sentence of a reason inside this one, in the same language and with the same words of the server. */
  of(inner: Inner): string;
};

/** How one reason is said in one language. */
export type Sentence<P> = (params: P, around: Around) => string;

/**
 * The sentences of one language, or of an area of it: a function for each code, so that a parameter that is missing or
 * misspelt, or a sentence that another language lacks, is a type error.
 */
export type Sentences<Reasons> = { readonly [C in keyof Reasons]: Sentence<Reasons[C]> };

/** The sentences at hand where somebody reads: a page need not hold those that it never shows. */
export type Catalogue = Partial<Sentences<ReasonParams>>;

/**
 * How somebody's language says a reason. `instead` are the words that came with it: they stand where its code is not
 * known here, because it is a newer version's, or where it came without one, because that was an older one.
 */
export type Words = (cause: Cause | null | undefined, instead: string | null) => string;

export function wordsOf(catalogue: Catalogue): Words {
  return (cause, instead) => (cause ? sentenceOf(cause, catalogue, instead ?? undefined) : (instead ?? ""));
}

/** A reason in words; `instead`, or what the mail server said, where the catalogue has no such code. */
export function sentenceOf(
  { code, params, reply }: Cause,
  catalogue: Catalogue,
  instead = reply ?? "",
): string {
  if (!Object.hasOwn(catalogue, code)) return instead;
  const sentence = catalogue[code as keyof Catalogue] as Sentence<unknown>;
  return sentence(params, { reply, of: (inner) => sentenceOf({ ...inner, reply }, catalogue) });
}
