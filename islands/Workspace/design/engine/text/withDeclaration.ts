/**
 * An inline style with one of its properties replaced, or removed with an empty value. The others stay as they were:
 * several styles of a text share one mark, and a new colour must not change its size.
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
