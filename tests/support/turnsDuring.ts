/** How often whoever waits for this thread had a turn while it was worked. */
export async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let waiting = setImmediate(function turn() {
    turns += 1;
    waiting = setImmediate(turn);
  });
  await work();
  clearImmediate(waiting);
  return turns;
}
