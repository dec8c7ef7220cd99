import { textLimits } from "../limits/text.ts";
import type { SenderRefusals } from "../reasons/accounts.ts";

type SenderNameFault = Extract<keyof SenderRefusals, `sender_name_${string}`>;

/** Controls, marks that turn the direction of text, and whatever else takes no room or shows nothing. */
const invisible =
  /\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Zl}|\p{Zp}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/u;

/**
 * What joins or parts letters as people write them: within Arabic script, as Persian needs it, behind a virama of India
 * (RFC 5892, appendix A), and between the pictures of one emoji.
 */
const joiners =
  /(?<=\p{sc=Arab})\u200c(?=\p{sc=Arab})|(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]|(?<=\p{ExtPict}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{ExtPict})/gu;

/**
 * Why a name may not stand before an address as the sender's; null where it may. Mail programs show this name more
 * plainly than the address, so it must be what it seems to be.
 */
export function senderNameFault(name: string): SenderNameFault | null {
  if (invisible.test(name.replace(joiners, ""))) return "sender_name_invisible";
  // Nobody takes a longer one, and marks behind one letter would be sorted in time that grows with their square.
  if (name.length > textLimits.aliasMax) return null;
  // Full-width and small forms look like the characters that they stand for.
  const plain = name.normalize("NFKC");
  if (plain.includes("@")) return "sender_name_address";
  // RFC 2047: what stands between these would be decoded into other text.
  if (/=\?|\?=/.test(plain)) return "sender_name_encoded";
  if (/[<>"]/.test(plain)) return "sender_name_quoted";
  return null;
}
