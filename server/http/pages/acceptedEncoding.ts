import { type Encoding, encodings } from "../../build/asset.ts";

/**
 * The best encoding the browser takes, or undefined for the bytes as they are (RFC 9110, section 12.5.3).
 * `q=0` forbids one; the order among those allowed is ours, since every browser that sends `br` prefers it.
 */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const allowed = new Map<string, boolean>();
  for (const part of (header ?? "").split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    allowed.set(name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)));
  }
  return encodings.find((encoding) => allowed.get(encoding) ?? allowed.get("*") ?? false);
}
