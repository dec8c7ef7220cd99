import type { PlanRow } from "./planRows.ts";

/**
 * Sorts parts in the order in which a campaign's mails and their variants were written. The order in which parts were
 * created only says whose first lead came first. Parts that wait for the better variant come after those being tested.
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
