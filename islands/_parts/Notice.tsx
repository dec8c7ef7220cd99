import type { ReactNode } from "react";

export type Status = "sent" | "waiting" | "failed" | "uncertain";

/** A message in the flow of the page. A failure interrupts a screen reader; anything else waits. */
export function Notice({ status, children }: { status?: Status | undefined; children: ReactNode }) {
  return (
    <div className="notice" data-status={status} role={status === "failed" ? "alert" : "status"}>
      {children}
    </div>
  );
}
