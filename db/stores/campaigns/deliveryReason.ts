import { type Cause, storedCause } from "../../../contract/reasons/shapes.ts";
import type { Reason } from "../../../contract/reasons.ts";
import type { Database } from "../../database.ts";

type Columns = Pick<
  Database["tables"]["deliveries"]["$inferSelect"],
  "reasonCode" | "reasonParams" | "reply"
>;

/** A reason in the columns of the ledger, where it can be counted by its code. Of a mail that was taken only the reply is kept. */
export function reasonColumns(reason: Reason | null): Columns {
  if (reason === null) return { reasonCode: null, reasonParams: null, reply: null };
  const { code, params, reply } = reason;
  const hasParams = Object.keys(params).length > 0;
  return { reasonCode: code === "accepted" ? null : code, reasonParams: hasParams ? params : null, reply };
}

/** The reason that a row of the ledger has, or null. */
export function reasonIn({ reasonCode, reasonParams, reply }: Columns): Cause | null {
  if (reasonCode === null && reply === null) return null;
  return storedCause({ code: reasonCode ?? "accepted", params: reasonParams, reply });
}
