/** Controls, marks that turn the direction of text, and whatever else takes no room or shows nothing. */
const invisible =
  /\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Zl}|\p{Zp}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/u;

/**
 * Why a name may not stand before an address as the sender's, in words; null where it may. Mail programs show this
 * name more plainly than the address, so it must be what it seems to be.
 */
export function senderNameFault(name: string): string | null {
  if (invisible.test(name)) return "The sender's name holds invisible characters. Please type it anew.";
  // Full-width and small forms look like the characters that they stand for.
  const plain = name.normalize("NFKC");
  if (plain.includes("@")) return "The sender's name may hold no “@”: it must not look like an address.";
  // RFC 2047: what stands between these would be decoded into other text.
  if (/=\?|\?=/.test(plain))
    return "The sender's name may hold no “=?”: mail programs would show another name.";
  if (/[<>"]/.test(plain)) return "The sender's name may hold no quotation marks and no “<” or “>”.";
  return null;
}
