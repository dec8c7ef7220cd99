import { systemWaits, type Waits } from "./waits.ts";

/** Waits for work, and for no longer than this. */
export async function atMost(
  timeMs: number,
  work: Promise<unknown>,
  { after }: Pick<Waits, "after"> = systemWaits,
): Promise<void> {
  let callOff = () => {};
  const timeUp = new Promise<void>((resolve) => {
    callOff = after(timeMs, resolve);
  });
  // How the work fails is told where it is done.
  await Promise.race([work.catch(() => {}), timeUp]);
  callOff();
}
