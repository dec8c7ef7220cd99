/**
 * An inline style with one of its properties set anew, or taken away with an empty value; the others stay as they
 * were written. Text keeps several of them in one mark, and a new colour must not cost it its size.
 */
export function withDeclaration(
  style: string,
  { property, value }: { property: string; value: string },
): string {
  // A semicolon within brackets or quotes belongs to a value, such as a picture's address.
  const declarations = style.match(/(?:[^;"'(]|"[^"]*"|'[^']*'|\([^)]*\))+/g) ?? [];
  const others = declarations
    .map((declaration) => declaration.trim())
    .filter((declaration) => declaration.split(":")[0]?.trim().toLowerCase() !== property)
    .filter(Boolean);
  return [...others, ...(value === "" ? [] : [`${property}: ${value}`])].join("; ");
}
