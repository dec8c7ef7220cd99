import { expect, test } from "bun:test";
import { isWithin, normalRanges } from "../../../server/keys/addressRanges.ts";

test("a key's addresses are kept once each and in one spelling", () => {
  const given = ["10.0.0.1", " 10.0.0.1 ", "::ffff:10.0.0.1", "10.0.0.0/8", "2001:DB8:0::1", "2001:db8::/32"];
  expect(normalRanges(given)).toEqual(["10.0.0.1", "10.0.0.0/8", "2001:db8::1", "2001:db8::/32"]);
  expect(normalRanges([])).toEqual([]);
});

test("what is neither an address nor a range is refused, also where a C library would read one out of it", () => {
  const odd = [
    "",
    " ",
    "here",
    "10.1",
    "0x7f.1",
    "10.1/8",
    "010.0.0.1",
    "10.0.0.0/33",
    "10.0.0.0/",
    "::/129",
  ];
  for (const text of [...odd, "10.0.0.1-10.0.0.9", "2001:db8:::1", "10.0.0.1,10.0.0.2"])
    expect(() => normalRanges(["10.0.0.1", text])).toThrow();
});

test("a call comes from one of a key's addresses, or from within one of its ranges, to the last bit", () => {
  const ranges = normalRanges([
    "192.0.2.7",
    "10.0.0.0/8",
    "172.16.0.0/12",
    "2001:db8:1::/48",
    "2001:db8:2::5",
  ]);
  const inside = ["192.0.2.7", "10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255"];
  for (const address of [...inside, "::ffff:10.1.2.3", "2001:db8:1:ffff::1", "2001:0db8:2:0::5"])
    expect({ address, isWithin: isWithin(address, ranges) }).toEqual({ address, isWithin: true });
  const outside = ["192.0.2.8", "9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0"];
  for (const address of [...outside, "2001:db8:2::6", "2001:db8::1", "::a00:1", "unknown", ""])
    expect({ address, isWithin: isWithin(address, ranges) }).toEqual({ address, isWithin: false });
  expect(isWithin("10.0.0.1", [])).toBe(false);
});

test("a range of IPv4 addresses that is written as IPv6 is the range of IPv4 addresses", () => {
  expect(normalRanges(["::ffff:10.1.0.0/112", "::ffff:0:0/96"])).toEqual(["10.1.0.0/16", "0.0.0.0/0"]);
  expect(isWithin("10.1.2.3", ["::ffff:10.1.0.0/112"])).toBe(true);
  expect(isWithin("10.2.2.3", ["::ffff:10.1.0.0/112"])).toBe(false);
  // Shorter than what such an address begins with, it is about IPv6.
  expect(normalRanges(["::ffff:0:0/95"])).toEqual(["::ffff:0:0/95"]);
  expect(isWithin("10.1.2.3", ["::ffff:0:0/95"])).toBe(false);
});
