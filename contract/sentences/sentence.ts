import { isSayable } from "../reasons/isSayable.ts";
import { causeIn, type Inner, type Shapes } from "../reasons/shapes.ts";
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

/** Where a catalogue has what its reasons are said with: a page need not hold it of those that it never says. */
export const shapesOf: unique symbol = Symbol("shapes");

/** The sentences at hand where somebody reads: a page need not hold those that it never shows. */
export type Catalogue = Partial<Sentences<ReasonParams>> & { readonly [shapesOf]?: Shapes };

/**
 * How somebody's language says a reason. `instead` are the words that came with it: they stand where its code is not
 * known here, because it is a newer version's, or where it came without one, because that was an older one.
 */
export type Words = (cause: Cause | null | undefined, instead: string | null) => string;

export function wordsOf(catalogue: Catalogue): Words {
  return (given, instead) => {
    const cause = causeIn(given);
    return cause === null ? (instead ?? "") : sentenceOf(cause, catalogue, instead ?? undefined);
  };
}

/**
 * A reason in words. Where the catalogue has no such code, or it came with other parameters than it is said with, these
 * are `instead`, or what the mail server said, or at the least which code it is.
 */
export function sentenceOf(cause: Cause, catalogue: Catalogue, instead?: string): string {
  const { code, params, reply } = cause;
  const around = { reply, of: (inner: Inner) => sentenceOf({ ...inner, reply }, catalogue) };
  if (!Object.hasOwn(catalogue, code) || !isSayable(cause, catalogue[shapesOf] ?? {}))
    return instead || reply || (catalogue.unsayable?.({ code }, around) ?? "");
  const sentence = catalogue[code as keyof Catalogue] as Sentence<unknown>;
  return sentence(params, around);
}
