/**
 * A text without its case, in every script. The final sigma is an ordinary one here, as whether a sigma is final
 * depends on what follows, and a part of a text is followed by something else.
 */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}

/** Two letters, or a letter and the two that it becomes. */
type Folding = readonly [from: string, to: string];

/**
 * What a database has to replace in a text, beside A to Z, to find a folded one in it: it knows no other case. Letters
 * that become none of those that are looked for may stay as they are, so it is a few at most.
 */
export function foldingsFor(wanted: string): Folding[] {
  const letters = new Set(wanted);
  return allFoldings().filter(([, to]) => [...to].some((letter) => letters.has(letter)));
}

let known: Folding[] | undefined;

function allFoldings(): Folding[] {
  known ??= letterFoldings();
  return known;
}

function letterFoldings(): Folding[] {
  const found: Folding[] = [];
  const [beyondAscii, surrogates, afterSurrogates, casedMax] = [0x80, 0xd800, 0xe000, 0x1_ffff];
  for (let code = beyondAscii; code <= casedMax; code += 1) {
    if (code === surrogates) code = afterSurrogates;
    const letter = String.fromCodePoint(code);
    const to = folded(letter);
    if (to !== letter) found.push([letter, to]);
  }
  return found;
}
