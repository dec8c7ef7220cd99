import type { CollectGarbage } from "../memory.ts";

export const collectGarbage: CollectGarbage = () => Bun.gc(true);
