import type { CustomNames } from "../mergeFields.ts";
import { findForeignTags } from "./findForeignTags.ts";

/** What became of the fields and links of other products in a mail. */
export type Conversion = {
  converted: number;
  /** Those that have no like here and stay as they stand, each once. */
  left: string[];
  /** Whose they were, as far as their form tells. */
  products: string[];
};

/** A text with the fields and links of other products as those of our own that mean the same. */
export function convertForeignTags(text: string, custom?: CustomNames): Conversion & { text: string } {
  const parts: string[] = [];
  const left = new Set<string>();
  const products = new Set<string>();
  let converted = 0;
  let done = 0;
  for (const { start, end, tag, product, becomes } of findForeignTags(text, custom)) {
    if (product !== null) products.add(product);
    if (becomes === null) {
      left.add(tag);
      continue;
    }
    converted += 1;
    parts.push(text.slice(done, start), becomes);
    done = end;
  }
  return { text: parts.join("") + text.slice(done), converted, left: [...left], products: [...products] };
}

/** The same of all texts of a design, which is read before and so of bounded depth. */
export function convertDesign<Design>(design: Design, custom?: CustomNames): Conversion & { design: Design } {
  const sum = { converted: 0, left: new Set<string>(), products: new Set<string>() };
  const taken = JSON.parse(JSON.stringify(design), (_, value: unknown) => {
    if (typeof value !== "string") return value;
    const { text, converted, left, products } = convertForeignTags(value, custom);
    sum.converted += converted;
    for (const tag of left) sum.left.add(tag);
    for (const product of products) sum.products.add(product);
    return text;
  }) as Design;
  return { design: taken, converted: sum.converted, left: [...sum.left], products: [...sum.products] };
}
