import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "../isAlive.ts";

/** Where a process writes the copy that gets this name once it is whole. */
export function partOf(name: string): string {
  return `.${name}.${process.pid}.part`;
}

/**
 * What processes left that were ended in the midst of a copy of this name, as by Ctrl-C: as large as the copy, out of
 * sight, and with everybody's leads in it.
 */
export function removeCutOff(folder: string, name: string): void {
  for (const left of readdirSync(folder)) {
    if (!left.startsWith(`.${name}.`)) continue;
    const [, pid] = /^(\d+)\.part(?:-journal)?$/.exec(left.slice(name.length + 2)) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, left), { force: true });
  }
}
