import ipaddr from "ipaddr.js";

/** Whether an address is in the network of another one; false where either is none, or they are of two kinds. */
export function isWithin(address: string, network: string, prefix: number | null): boolean {
  if (!ipaddr.isValid(address) || !ipaddr.isValid(network)) return false;
  const [one, other] = [ipaddr.process(address), ipaddr.process(network)];
  if (one.kind() !== other.kind()) return false;
  return one.match(other as never, prefix ?? (one.kind() === "ipv4" ? 32 : 128));
}
