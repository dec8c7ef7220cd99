import { describe, expect, test } from "bun:test";
import { guardHost } from "../../../server/sending/senders/hostGuard.ts";
import { inEnglish } from "../../support/reasons.ts";

const nowhere = () => Promise.reject(new Error("ENOTFOUND"));
const resolvesTo = (...addresses: string[]) => ({ privateHosts: false, resolve: async () => addresses });

/** Each with what it is. */
const inside: [string, string][] = [
  ["127.0.0.1", "this machine"],
  ["127.255.255.254", "this machine"],
  ["10.1.2.3", "private"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.168.1.1", "private"],
  ["169.254.169.254", "link-local, where clouds keep their secrets"],
  ["100.64.0.1", "carrier NAT"],
  ["100.127.255.255", "carrier NAT"],
  ["0.0.0.0", "this network"],
  ["0.1.2.3", "this network"],
  ["192.0.0.8", "protocol assignments"],
  ["192.0.2.1", "documentation"],
  ["192.88.99.1", "6to4 relays"],
  ["198.18.0.1", "benchmarks"],
  ["198.19.255.255", "benchmarks"],
  ["224.0.0.1", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["::", "unspecified"],
  ["::1", "this machine"],
  ["::7f00:1", "127.0.0.1, IPv4-compatible"],
  ["::127.0.0.1", "127.0.0.1, IPv4-compatible"],
  ["::a00:1", "10.0.0.1, IPv4-compatible"],
  ["::ffff:127.0.0.1", "127.0.0.1, IPv4-mapped"],
  ["::ffff:a00:1", "10.0.0.1, IPv4-mapped"],
  ["::ffff:0:127.0.0.1", "127.0.0.1, translated"],
  ["64:ff9b::7f00:1", "127.0.0.1 behind NAT64"],
  ["64:ff9b:1::1", "NAT64 of one's own"],
  ["2002:7f00:1::", "127.0.0.1 by 6to4"],
  ["2001:0:4136:e378:8000:63bf:80ff:fffe", "Teredo"],
  ["2001:db8::1", "documentation"],
  ["2001:2::1", "benchmarks"],
  ["2001:20::1", "ORCHID"],
  ["3fff::1", "documentation"],
  ["100::1", "discard"],
  ["5f00::1", "segment routing"],
  ["4000::1", "given to nobody"],
  ["e000::1", "given to nobody"],
  ["fc00::1", "unique local"],
  ["fd00::1", "unique local"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local"],
  ["fec0::1", "site-local"],
  ["ff02::1", "multicast"],
  ["not an address", "nothing"],
];

describe("a mail server that somebody names", () => {
  for (const [address, what] of inside)
    test(`is refused at ${address}: ${what}`, async () => {
      expect(await guardHost("mail.test", resolvesTo(address))).toMatchObject({ ok: false });
    });

  for (const address of ["93.184.216.34", "8.8.8.8", "::ffff:8.8.8.8", "2606:4700::1111", "2a00:1450::6d"])
    test(`is reached at ${address}`, async () => {
      expect(await guardHost("mail.test", resolvesTo(address))).toEqual({
        ok: true,
        address,
        addresses: [address],
      });
    });

  test("is refused when only one of its addresses is inside", async () => {
    expect(await guardHost("mail.test", resolvesTo("93.184.216.34", "10.0.0.1"))).toMatchObject({
      ok: false,
    });
  });

  test("is reached at the address that was checked, whatever its name says the next time", async () => {
    expect(await guardHost("mail.test", resolvesTo("93.184.216.34"))).toEqual({
      ok: true,
      address: "93.184.216.34",
      addresses: ["93.184.216.34"],
    });
  });

  test("may be inside where the installation allows it", async () => {
    const guarded = await guardHost("localhost", { privateHosts: true, resolve: async () => ["127.0.0.1"] });
    expect(guarded).toEqual({ ok: true, address: "127.0.0.1", addresses: ["127.0.0.1"] });
  });

  test("that does not exist is said not to be found", async () => {
    expect(inEnglish(await guardHost("nowhere.invalid", { privateHosts: true, resolve: nowhere }))).toEqual({
      ok: false,
      reason: "No server named nowhere.invalid was found. Check the spelling.",
    });
  });

  test("is refused in the same words whether its name leads inside or nowhere, so that names are not told", async () => {
    const missing = await guardHost("intranet.test", { privateHosts: false, resolve: nowhere });
    expect(inEnglish(missing)).toEqual({
      ok: false,
      reason:
        "No public server named intranet.test was found. Check the spelling; servers inside a private network are not allowed on this installation.",
    });
    for (const addresses of [[], ["10.0.0.1"], ["93.184.216.34", "10.0.0.1"]])
      expect(await guardHost("intranet.test", resolvesTo(...addresses))).toEqual(missing);
  });
});
