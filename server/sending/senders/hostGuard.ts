import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { type Reason, reason } from "../../../contract/reasons.ts";

/** `address` is the one to connect to first; the others are alternatives. */
export type GuardedHost =
  | { ok: true; address: string; addresses: readonly string[] }
  | { ok: false; reason: Reason };

/**
 * Resolves the host of a mail server that somebody entered, and refuses addresses in private networks unless they are
 * allowed. Connections are then made to these addresses, so that a name which resolves differently the next time
 * (DNS rebinding) cannot lead elsewhere.
 */
export async function guardHost(
  host: string,
  options: { privateHosts: boolean; resolve?: (host: string) => Promise<string[]> },
): Promise<GuardedHost> {
  // A name that cannot be resolved is reported below.
  const addresses = await (options.resolve ?? resolveAll)(host).catch(() => []);
  const [address] = addresses;
  if (address !== undefined && (options.privateHosts || addresses.every(isPublicAddress)))
    return { ok: true, address, addresses };
  // One reason for both private and unknown names, so that nobody can find out which names exist inside.
  return {
    ok: false,
    reason: reason(options.privateHosts ? "server_unknown" : "public_server_unknown", { host }),
  };
}

async function resolveAll(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map((entry) => entry.address);
}

/** Whether an address is public: not loopback, link-local, private, carrier NAT, multicast or reserved, nor one of these written as IPv6. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4-mapped IPv6 address is treated as the IPv4 address that it stands for.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  // IANA allocates only from 2000::/3. IPv4-compatible addresses are outside of it: "::7f00:1" is 127.0.0.1.
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast as never);
}

const globalUnicast = ipaddr.parseCIDR("2000::/3");
