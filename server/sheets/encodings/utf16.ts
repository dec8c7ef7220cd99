/** Bytes at the start that tell the encoding where no mark does: the first words of a heading. */
const toldBy = 32;

/**
 * Which UTF-16 a text is in: by its byte order mark (RFC 2781), or, since some programs write none, where every second
 * byte of its start is zero, as it is for letters and separators of ASCII. Null for everything else.
 */
export function utf16Of(start: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  const length = Math.min(toldBy, start.length - (start.length % 2));
  for (let at = 0; at < length; at++) if (start[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even, odd] = zeros;
  if (length < toldBy) return null;
  if (even === 0 && odd === length / 2) return "utf-16le";
  return odd === 0 && even === length / 2 ? "utf-16be" : null;
}
