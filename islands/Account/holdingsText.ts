import type { Holdings } from "../../contract/schemas/account.ts";
import type { OwnAccountTexts } from "../../contract/texts/ownAccount.ts";

/** What somebody has here in words, what there is none of left out: "120 leads", "3 collections". */
export function holdingsText(holdings: Holdings, texts: OwnAccountTexts): string[] {
  const said = Object.keys(texts.holdings) as (keyof OwnAccountTexts["holdings"])[];
  return said.filter((what) => holdings[what] > 0).map((what) => texts.holdings[what](holdings[what]));
}
