/**
 * Which of several things in a row an arrow key, Home or End leads to, wrapping around at the ends; undefined for any other
 * key. Lists of tabs and menus move the focus with it.
 */
export function neighbour<Thing>(
  key: string,
  things: readonly Thing[],
  current: Thing | null,
): Thing | undefined {
  const index = current === null ? -1 : things.indexOf(current);
  const target = {
    ArrowDown: index + 1,
    ArrowRight: index + 1,
    ArrowUp: index - 1,
    ArrowLeft: index - 1,
    Home: 0,
    End: things.length - 1,
  }[key];
  if (target === undefined || things.length === 0) return undefined;
  return things[(target + things.length) % things.length];
}
