import type { ReactNode } from "react";
import { addressOf } from "../shell/address.ts";

/** Leads to a lead's page. Whether the lead is still there is said by that page. */
export function LeadLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <a className="lead-link" href={addressOf("leads", id)}>
      {children}
    </a>
  );
}
