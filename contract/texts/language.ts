/** The languages that there are. */
export type Language = "en";

/** What one feature says, in every language: one that lacks a text does not compile. */
export type InEachLanguage<T> = Readonly<Record<Language, T>>;

/** Reads what a feature says in the language of whoever is at the other end. */
export type Texts = <T>(feature: InEachLanguage<T>) => T;

export function textsIn(language: Language): Texts {
  return (feature) => feature[language];
}

/** A sentence with markup inside, in the order in which this language has its parts. `N` is whatever the page draws. */
export type Parts<N> = readonly (N | string)[];

/** Puts markup around some words of a sentence: a link, say. */
export type Wrap<N> = (words: string) => N;
