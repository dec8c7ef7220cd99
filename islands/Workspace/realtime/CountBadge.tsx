import { Badge } from "../../_parts/Badge.tsx";
import type { Status } from "../../_parts/Notice.tsx";

/** How many, and what became of them. Colour is kept for what happened: none of a kind stays quiet. */
export function CountBadge({ status, count, word }: { status?: Status; count: number; word: string }) {
  return <Badge {...(status === undefined || count === 0 ? {} : { status })}>{`${count} ${word}`}</Badge>;
}
