import type { PlanRow } from "./planRows.ts";

/**
 * Parts in the order of a campaign's mails and of their variants, as they were written: which was made first says only whom the first
 * lead fell to. Those that wait for the better variant stand after what is tried.
 */
export function inWrittenOrder<T>(
  content: PlanRow["content"],
  parts: readonly T[],
  of: (part: T) => { step: number; variantId: string | null },
): T[] {
  const variants = content?.steps.flatMap((step) => step.variants.map(({ id }) => id)) ?? [];
  const placeOf = (variantId: string | null) => {
    const at = variantId === null ? -1 : variants.indexOf(variantId);
    return at < 0 ? variants.length : at;
  };
  return parts.toSorted(
    (one, other) =>
      of(one).step - of(other).step || placeOf(of(one).variantId) - placeOf(of(other).variantId),
  );
}
