import type { MiddlewareHandler } from "hono";
import ipaddr from "ipaddr.js";
import { InstallationFault } from "../../../contract/installation/InstallationFault.ts";
import { remark } from "../../../contract/installation/remark.ts";
import type { Env } from "../environment.ts";

/** Leaves the client's address on the request. */
export function clientAddress(trustProxy: readonly string[]): MiddlewareHandler<Env> {
  const addressOf = clientAddressBy(trustProxy);
  return async (c, next) => {
    c.set("address", addressOf(c.req.raw, c.env?.remoteAddress ?? ""));
    await next();
  };
}

/**
 * Where a request comes from. X-Forwarded-For is written by anybody; it counts only as far as it was written by
 * proxies that this installation names (TRUST_PROXY: addresses or CIDR ranges).
 */
export function clientAddressBy(
  trustProxy: readonly string[],
): (request: Request, remoteAddress: string) => string {
  if (trustProxy.length === 0) return (_, remoteAddress) => normal(remoteAddress) ?? "unknown";
  const isTrusted = trustedBy(trustProxy);
  return (request, remoteAddress) => {
    const forwarded = (request.headers.get("x-forwarded-for") ?? "").split(",").map((part) => part.trim());
    let address = normal(remoteAddress) ?? "unknown";
    // From the nearest proxy outwards: the first address that no trusted proxy stands at is the client.
    while (isTrusted(address)) {
      const before = normal(withoutPort(forwarded.pop() ?? ""));
      if (before === null) break;
      address = before;
    }
    return address;
  };
}

/**
 * What limits count by. A household or a host is handed 64 bits of IPv6 (RFC 6177), so all of them are one key.
 */
export function rateKeyOf(address: string): string {
  const parts = partsOfIpv6(address);
  return parts === null ? address : `${parts.slice(0, 4).join(":")}/64`;
}

/** The most that one site is handed, as a company or a data centre's customer may be; null for an address of IPv4. */
export function siteKeyOf(address: string): string | null {
  const parts = partsOfIpv6(address);
  return parts === null ? null : `${parts.slice(0, 3).join(":")}/48`;
}

function partsOfIpv6(address: string): number[] | null {
  if (ipv4.test(address) || !ipaddr.isValid(address)) return null;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === "ipv4" ? null : (parsed as ipaddr.IPv6).parts;
}

/** How nearly every address is written; the package takes ten times as long for the same result. */
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Some proxies, as Azure's, write where the visitor's port is as well: "203.0.113.1:4711" or "[2001:db8::1]:4711". */
function withoutPort(text: string): string {
  return text.replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, "$1$2");
}

function normal(text: string): string | null {
  const mapped = text.startsWith("::ffff:") ? text.slice("::ffff:".length) : text;
  if (ipv4.test(mapped)) return mapped;
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : null;
}

function trustedBy(trustProxy: readonly string[]): (address: string) => boolean {
  const ranges = trustProxy.map((entry) => {
    try {
      return entry.includes("/") ? ipaddr.parseCIDR(entry) : rangeOfOne(ipaddr.process(entry));
    } catch (cause) {
      throw new InstallationFault(remark("trustProxyWrong", { entry }), { cause });
    }
  });
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(
      ([network, bits]) => parsed.kind() === network.kind() && parsed.match([network, bits] as never),
    );
  };
}

function rangeOfOne(address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
