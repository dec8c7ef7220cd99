import { Badge } from "../../_parts/Badge.tsx";
import type { Status } from "../../_parts/Notice.tsx";

/** A count with its outcome. Only outcomes that occurred have a colour; with `quiet`, a count of none is not shown. */
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
