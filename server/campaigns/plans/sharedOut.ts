/** How many mails an account may still send today, and how many on a full day; null without such a limit. */
export type Capacity = { leftToday: number | null; perDay: number | null };

/**
 * How many of so many mails each account sends: the same number each, but no more than it has left of today while
 * another has something left. What today has no room for is shared out by what each may send on a day.
 */
export function shares(count: number, capacities: readonly Capacity[]): number[] {
  const today = filled(
    count,
    capacities.map(({ leftToday }) => leftToday ?? Number.POSITIVE_INFINITY),
  );
  const beyond = count - today.reduce((sum, share) => sum + share, 0);
  const weights = capacities.map(({ perDay }) => perDay ?? 0);
  const later = proportional(
    beyond,
    weights.some((weight) => weight > 0) ? weights : capacities.map(() => 1),
  );
  return today.map((share, index) => share + (later[index] ?? 0));
}

/** As evenly as the bounds allow. */
function filled(count: number, bounds: readonly number[]): number[] {
  const given = bounds.map(() => 0);
  let left = count;
  // The tightest first: what it cannot take is shared by the others.
  const order = bounds.map((_, index) => index).sort((a, b) => (bounds[a] ?? 0) - (bounds[b] ?? 0) || a - b);
  for (const [place, index] of order.entries()) {
    const share = Math.min(bounds[index] ?? 0, Math.ceil(left / (order.length - place)));
    given[index] = share;
    left -= share;
  }
  return given;
}

function proportional(count: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const whole = weights.map((weight) => Math.floor((count * weight) / sum));
  let rest = count - whole.reduce((total, share) => total + share, 0);
  return whole.map((share, index) => {
    const more = rest > 0 && (weights[index] ?? 0) > 0 ? 1 : 0;
    rest -= more;
    return share + more;
  });
}

/**
 * Which account each lead gets, one after the other: each as often as its share, and well mixed, so that none waits for
 * the others to end. Beyond all shares, which somebody may have joined since, it goes round.
 */
export function dealer(accounts: readonly string[], counts: readonly number[]): () => string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const given = counts.map(() => 0);
  let dealt = 0;
  return () => {
    dealt += 1;
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (const [index, count] of counts.entries()) {
      // Whose share is used up comes after all others.
      const due = dealt > total ? -(given[index] ?? 0) : (count * dealt) / total - (given[index] ?? 0);
      const isOpen = dealt > total || (given[index] ?? 0) < count;
      if (isOpen && due > most) {
        most = due;
        best = index;
      }
    }
    given[best] = (given[best] ?? 0) + 1;
    return accounts[best] ?? "";
  };
}
