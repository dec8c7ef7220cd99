import type { CollectGarbage } from "../memory.ts";

/** Node lets a program ask only when it was started with a flag for that, and looks at its older objects often enough by itself. */
export const collectGarbage: CollectGarbage = () => {};
