import { textLimits } from "../limits/text.ts";
import { plain, saysLeft } from "./optoutWords.ts";

/**
 * Whether the name of a file says that its people unsubscribed or cannot be reached: other programs write those into
 * files of their own, as "cleaned_audience_export.csv" or "suppression_bounces.csv", in which no column says it.
 */
export function saysLeavers(fileName: string): boolean {
  const title = plain(fileName.slice(0, textLimits.optoutMax).replace(/\.[^.]*$/, ""));
  return saysLeft(title) || title.split(/[^\p{L}]+/u).some((word) => words.has(word)) || together.test(title);
}

const words = new Set(
  "cleaned bounced bounces bounce nonsubscribed suppression suppressions suppressed blocklist blacklist blocked complaints unconfirmed unreachable undeliverable deactivated deaktivierte sperrliste robinsonliste".split(
    " ",
  ),
);
const together =
  /\b(?:non|not|never) subscribed|\bspam reports?\b|\bcancell?ed subscribers\b|\bdo not (?:mail|email|contact|send)\b/;
