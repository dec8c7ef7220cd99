import { textLimits } from "../limits/text.ts";
import type { SenderRefusals } from "../reasons/accounts.ts";

type SenderNameFault = Extract<keyof SenderRefusals, `sender_name_${string}`>;

/** Controls, marks that turn the direction of text, and whatever else takes no room or shows nothing. */
const invisible =
  /\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Zl}|\p{Zp}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/u;

/**
 * Why a name may not stand before an address as the sender's; null where it may. Mail programs show this name more
 * plainly than the address, so it must be what it seems to be.
 */
export function senderNameFault(name: string): SenderNameFault | null {
  if (invisible.test(name)) return "sender_name_invisible";
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
