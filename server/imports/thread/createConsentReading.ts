import { readConsent } from "../../../contract/imports/consent.ts";
import type { Consent } from "../../../contract/leads/consent.ts";
import { importLimits } from "../../../contract/limits/imports.ts";
import { reason } from "../../../contract/reasons.ts";
import type { SheetColumn } from "../../sheets/messages.ts";
import type { Unfit } from "./messages.ts";

/**
 * Reads from the chosen columns who agreed to tracking; a no in one column outweighs the others. A cell that is neither a
 * yes nor a no is reported, and its lead's consent stays as it is.
 */
export function createConsentReading(columns: readonly SheetColumn[], chosen: readonly string[]) {
  const places = columns.filter(({ name }) => chosen.includes(name));
  const unfit: Unfit = { unfit: 0, unfitCells: [] };
  return {
    unfit,

    /** Null if no column says anything. */
    read(cells: readonly string[], row: number): Exclude<Consent, "unknown"> | null {
      let said: Exclude<Consent, "unknown"> | null = null;
      for (const { name: column, index } of places) {
        const read = readConsent(cells[index] ?? "");
        if (read === "denied" || (read === "granted" && said === null)) said = read;
        if (read !== "unread") continue;
        unfit.unfit += 1;
        if (unfit.unfitCells.length < importLimits.rejectsShown)
          unfit.unfitCells.push({ row, column, reason: reason("consent_unclear") });
      }
      return said;
    },
  };
}
