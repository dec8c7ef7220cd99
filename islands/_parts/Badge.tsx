import type { Status } from "./Notice.tsx";

/** A word with a shape and a colour. The word alone must be enough. Without a status it is a plain label. */
export function Badge({ status, children }: { status?: Status | undefined; children: string }) {
  return (
    <span className="badge" data-status={status}>
      {children}
    </span>
  );
}
