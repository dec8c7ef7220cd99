import { networkInterfaces } from "node:os";

/** This machine's addresses; null where nobody may ask for them, as in a service that is let have no AF_NETLINK. */
export function interfaceAddresses() {
  try {
    return Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  } catch {
    return null;
  }
}
