import { addressOf, goTo, useAddress } from "../../shell/address.ts";

/** Stands where a lead's id would: the first steps. */
export const startKey = "start";

/** The lead whose page the address names, or null. */
export function useOpenedLead(): string | null {
  const [tab, id = ""] = useAddress();
  return tab === "leads" && id !== "" && id !== startKey ? id : null;
}

/** Shows a lead's page; where it takes another one's place, Back leads out of it and not through all of them. */
export function openLead(id: string, { replaces }: { replaces: boolean }): void {
  if (replaces) window.location.replace(addressOf("leads", id));
  else goTo("leads", id);
}
