import { expect, test } from "bun:test";
import { InstallationFault } from "../../../contract/installation/InstallationFault.ts";
import { clientAddressBy, rateKeyOf, siteKeyOf } from "../../../server/http/middleware/clientAddress.ts";

type Asked = { trust?: readonly string[]; forwarded?: string | undefined; remote: string };

/** Whom a server takes for the client of a connection from `remote`. */
function clientOf({ trust = [], forwarded, remote }: Asked): string {
  const headers = new Headers(forwarded === undefined ? {} : { "x-forwarded-for": forwarded });
  return clientAddressBy(trust)(new Request("http://localhost", { headers }), remote);
}

const proxies = ["10.0.0.0/8", "2001:db8:ffff::/48", "192.0.2.7"];

test("what a client writes of itself is not believed where no proxy is named, nor where it comes past those that are", () => {
  const forwarded = "198.51.100.9";
  expect(clientOf({ forwarded, remote: "203.0.113.1" })).toBe("203.0.113.1");
  for (const remote of ["203.0.113.1", "11.0.0.1", "192.0.2.8", "2001:db8:fffe::1"])
    expect(clientOf({ trust: proxies, forwarded, remote })).toBe(remote);
});

test("the client is the first address, from the nearest proxy outwards, at which no named proxy stands", () => {
  for (const remote of ["10.1.2.3", "::ffff:10.1.2.3", "2001:db8:ffff::5", "192.0.2.7"])
    expect(clientOf({ trust: proxies, forwarded: "1.1.1.1, 203.0.113.1 ,10.9.9.9", remote })).toBe(
      "203.0.113.1",
    );
  expect(clientOf({ trust: ["2001:db8::1"], forwarded: "203.0.113.1", remote: "2001:db8::1" })).toBe(
    "203.0.113.1",
  );
});

test("where the proxies say nothing, or what is no address, the last one that is known is the client", () => {
  for (const forwarded of [undefined, "", "unknown", "203.0.113.1, _hidden", "203.0.113.1, 10.0.0.1:x"])
    expect(clientOf({ trust: proxies, forwarded, remote: "10.1.2.3" })).toBe("10.1.2.3");
  expect(clientOf({ trust: proxies, forwarded: "10.0.0.1, 10.0.0.2", remote: "10.1.2.3" })).toBe("10.0.0.1");
  for (const trust of [[], proxies]) expect(clientOf({ trust, remote: "" })).toBe("unknown");
});

test("one address in several spellings is one client", () => {
  const spellings = ["203.0.113.40", "203.0.113.40:5000", "::ffff:203.0.113.40", "[::ffff:203.0.113.40]:443"];
  for (const forwarded of spellings)
    expect(clientOf({ trust: proxies, forwarded, remote: "10.1.2.3" })).toBe("203.0.113.40");
  for (const forwarded of ["2001:db8::a", "2001:0DB8:0:0::A", "[2001:db8::a]", "[2001:db8::a]:4711"])
    expect(clientOf({ trust: proxies, forwarded, remote: "10.1.2.3" })).toBe("2001:db8::a");
});

test("a proxy that is named by what is no address keeps the server from starting", () => {
  for (const entry of ["proxy", "10.0.0.0/33", "10.0.0/8/8", "10.0.0.1/"])
    expect(() => clientAddressBy([entry])).toThrow(InstallationFault);
});

test("limits count an address of IPv4 by itself, and one of IPv6 with all that its household is given", () => {
  for (const address of ["203.0.113.1", "unknown", "", "256.0.0.1"]) expect(rateKeyOf(address)).toBe(address);
  const household = rateKeyOf("2001:db8:1:2::1");
  expect(rateKeyOf("2001:db8:1:2:ffff:ffff:ffff:ffff")).toBe(household);
  expect(rateKeyOf("2001:db8:1:3::1")).not.toBe(household);
  expect(rateKeyOf("2001:db9:1:2::1")).not.toBe(household);
  for (const address of ["203.0.113.1", "", "unknown"]) expect(siteKeyOf(address)).toBeNull();
  expect(siteKeyOf("2001:db8:1:3::1")).toBe(siteKeyOf("2001:db8:1:2::1"));
  expect(siteKeyOf("2001:db8:2:2::1")).not.toBe(siteKeyOf("2001:db8:1:2::1"));
});
