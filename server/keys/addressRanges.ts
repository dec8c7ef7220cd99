import ipaddr from "ipaddr.js";
import { refused } from "../../contract/refused.ts";

/** Addresses and ranges in their normal form. @throws {Refusal} bad_request for what is neither. */
export function normalRanges(given: readonly string[]): string[] {
  return [...new Set(given.map((text, index) => normalRange(text, `addresses.${index}`)))];
}

function normalRange(text: string, field: string): string {
  const trimmed = text.trim();
  try {
    // The package also takes "10.1" and "0x7f.1", as some C libraries do; nobody who writes a list means them.
    const [host = ""] = trimmed.split("/");
    if (!host.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(host)) throw new Error("no four parts");
    if (!trimmed.includes("/")) return ipaddr.process(trimmed).toString();
    const [network, bits] = parsedRange(trimmed);
    return `${network.toString()}/${bits}`;
  } catch (cause) {
    throw refused("key_addresses_wrong", { address: trimmed.slice(0, 64) }, { cause, field });
  }
}

/** Whether an address is one of them, or lies in one; an IPv4 address mapped into IPv6 is that IPv4 address. */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some((range) => {
    if (!range.includes("/")) return ipaddr.process(range).toString() === parsed.toString();
    const [network, bits] = parsedRange(range);
    return network.kind() === parsed.kind() && parsed.match([network, bits] as never);
  });
}

const mappedBits = 96;

/** A range of IPv4 addresses mapped into IPv6 (RFC 4291 section 2.5.5.2) is that range of IPv4, as with single addresses. */
function parsedRange(range: string): [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number] {
  const [network, bits] = ipaddr.parseCIDR(range);
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= mappedBits;
  return isMapped ? [network.toIPv4Address(), bits - mappedBits] : [network, bits];
}
