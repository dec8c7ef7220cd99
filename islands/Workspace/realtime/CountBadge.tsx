import { Badge } from "../../_parts/Badge.tsx";
import type { Status } from "../../_parts/Notice.tsx";

/** How many, and what became of them. Colour is kept for what happened; where `quiet`, none of a kind is not said. */
export function CountBadge({
  status,
  count,
  word,
  quiet = false,
}: {
  status?: Status;
  count: number;
  word: string;
  quiet?: boolean;
}) {
  if (quiet && count === 0) return null;
  return <Badge {...(status === undefined || count === 0 ? {} : { status })}>{`${count} ${word}`}</Badge>;
}
