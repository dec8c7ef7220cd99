import type { Connection } from "../../platform/serve.ts";
import type { Caller } from "../core/caller.ts";

/** What middleware leaves on a request for those after it. */
export type Env = {
  /** The other end of the connection, as the socket knows it, and what keeps it while an answer is worked on. */
  Bindings: { remoteAddress?: string; atWork?: Connection<unknown>["atWork"] };
  Variables: {
    caller: Caller | null;
    address: string;
    /** The id that its answer and every entry about it name. */
    requestId: string;
    /** For the security log: whose name or address a call gave, and whom its answer tells of. */
    named: string | undefined;
    subject: string | undefined;
  };
};
