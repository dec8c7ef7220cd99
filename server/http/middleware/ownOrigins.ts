import { interfaceAddresses } from "../interfaceAddresses.ts";

/**
 * The origins that are ours: PUBLIC_URL's, and the addresses this server listens on. The Host header of a
 * request is never asked: a stranger writes it.
 */
export function ownOrigins(where: { publicUrl: string | null; host: string; port: number }): Set<string> {
  const hosts = isEverywhere(where.host)
    ? [...loopback, ...reachable()]
    : loopback.includes(where.host)
      ? loopback
      : [where.host];
  const listened = hosts.map((host) => `http://${host.includes(":") ? `[${host}]` : host}:${where.port}`);
  return new Set(
    [...(where.publicUrl ? [where.publicUrl] : []), ...listened].map((url) => new URL(url).origin),
  );
}

const loopback = ["localhost", "127.0.0.1", "::1"];

function isEverywhere(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

/** None where they cannot be told: PUBLIC_URL names the one that people use. */
function reachable(): string[] {
  return (interfaceAddresses() ?? [])
    .filter((address) => !address.internal && !address.address.startsWith("fe80:"))
    .map((address) => address.address);
}
