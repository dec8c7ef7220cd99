import type { ReactNode } from "react";
import { Mark } from "./Mark.tsx";

/** Shown in place of an empty list: what belongs here, and a button for the first step. */
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
