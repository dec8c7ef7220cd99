import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { type Reason, reason } from "../../../contract/reasons.ts";

/** The first address is the one to be used, and the others stand in for it. */
export type GuardedHost =
  | { ok: true; address: string; addresses: readonly string[] }
  | { ok: false; reason: Reason };

/**
 * Finds the address of a mail server that somebody named, and refuses those inside this machine's own network.
 * The address is then used as it is: a name that answers differently the next time leads nowhere new.
 */
export async function guardHost(
  host: string,
  options: { privateHosts: boolean; resolve?: (host: string) => Promise<string[]> },
): Promise<GuardedHost> {
  // A name that nobody knows is answered below, in words for whoever typed it.
  const addresses = await (options.resolve ?? resolveAll)(host).catch(() => []);
  const [address] = addresses;
  if (address !== undefined && (options.privateHosts || addresses.every(isPublicAddress)))
    return { ok: true, address, addresses };
  // One reason for a name that leads inside and for one that leads nowhere: which names exist is not told.
  return {
    ok: false,
    reason: reason(options.privateHosts ? "server_unknown" : "public_server_unknown", { host }),
  };
}

async function resolveAll(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map((entry) => entry.address);
}

/** Out in the open: not loopback, link-local, private, carrier NAT, multicast, reserved, or one of these in disguise. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address dressed as IPv6 is judged as what it is.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  // IANA gives out 2000::/3 alone. Outside of it stand IPv4-compatible addresses: "::7f00:1" is 127.0.0.1.
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast as never);
}

const globalUnicast = ipaddr.parseCIDR("2000::/3");
