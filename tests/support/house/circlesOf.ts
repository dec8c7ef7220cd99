type Import = { from: string; target: string | null };

/** Files that lead back to themselves by what they import: each group once (Tarjan's strongly connected components). */
export function circlesOf(all: readonly Import[]): string[][] {
  const targets = Map.groupBy(all, ({ from }) => from);
  const numbers = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const number = numbers.size;
    numbers.set(file, number);
    open.push(file);
    let lowest = number;
    for (const { target } of targets.get(file) ?? []) {
      if (target === null || !targets.has(target)) continue;
      const seen = numbers.get(target);
      if (seen === undefined) lowest = Math.min(lowest, visit(target));
      else if (open.includes(target)) lowest = Math.min(lowest, seen);
    }
    if (lowest === number) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) circles.push(group);
    }
    return lowest;
  };
  for (const file of targets.keys()) if (!numbers.has(file)) visit(file);
  return circles;
}
