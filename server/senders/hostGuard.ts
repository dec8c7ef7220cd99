import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";

export type GuardedHost = { ok: true; address: string } | { ok: false; reason: string };

/**
 * Finds the address of a mail server that somebody named, and refuses those inside this machine's own network.
 * The address is then used as it is: a name that answers differently the next time leads nowhere new.
 */
export async function guardHost(
  host: string,
  options: { privateHosts: boolean; resolve?: (host: string) => Promise<string[]> },
): Promise<GuardedHost> {
  let addresses: string[];
  try {
    addresses = await (options.resolve ?? resolveAll)(host);
  } catch {
    return { ok: false, reason: `No server named ${host} was found. Check the spelling.` };
  }
  const refused = addresses.find((address) => !isPublic(address));
  if (refused !== undefined && !options.privateHosts)
    return {
      ok: false,
      reason: `${host} is inside a private network, which this installation does not allow.`,
    };
  const [address] = addresses;
  if (address === undefined)
    return { ok: false, reason: `No server named ${host} was found. Check the spelling.` };
  return { ok: true, address };
}

async function resolveAll(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map((entry) => entry.address);
}

/** Only "unicast" is out in the open: not loopback, link-local, private, carrier NAT, multicast or reserved. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address dressed as IPv6 is judged as what it is.
  return ipaddr.process(address).range() === "unicast";
}
