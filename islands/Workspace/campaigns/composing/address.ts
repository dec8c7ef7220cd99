import { goTo } from "../../shell/address.ts";

const composePart = "compose";

/** What is composed at an address in the Campaigns tab, and which of its mails is written; null elsewhere. */
export function composedAt(address: readonly string[]): { id: string; variantId: string | null } | null {
  const [tab, id = "", part, variantId = null] = address;
  return tab === "campaigns" && id !== "" && part === composePart ? { id, variantId } : null;
}

/** To where a campaign is composed; with a variant, to where that one mail is written. */
export function goToComposing(id: string, variantId?: string): void {
  goTo("campaigns", id, composePart, ...(variantId === undefined ? [] : [variantId]));
}

/** To where one sees what becomes of it. */
export function goToCampaign(id: string): void {
  goTo("campaigns", id);
}
