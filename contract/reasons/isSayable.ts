import { fits, type Inner, type Shapes } from "./shapes.ts";

/** Whether a reason has the parameters that its sentence is made with. */
export function isSayable({ code, params }: Inner, known: Shapes): boolean {
  return !Object.hasOwn(known, code) || fits(known[code] ?? {}, params);
}
