import type { Caller } from "./routes/route.ts";

/** What middleware leaves on a request for those after it. */
export type Env = { Variables: { caller: Caller | null; address: string } };
