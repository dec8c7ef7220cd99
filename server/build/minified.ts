/** A stylesheet without comments and indentation; compression takes care of the rest. */
export function minified(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\s*\n\s*/g, "\n")
    .trim();
}
