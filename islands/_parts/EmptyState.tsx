import type { ReactNode } from "react";
import { Mark } from "./Mark.tsx";

/** What stands where nothing is yet: what belongs here, and a button that does the first step. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      <Mark />
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}
