import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { addressToAscii, normalAddress, parseAddress, parseAlias } from "../../../contract/address.ts";

const good = [
  "ann@example.test",
  "a@b.co",
  "first.last+tag@sub.example.test",
  "o'neil!#$%&*/=?^_`{|}~-@example.test",
  "x@xn--bcher-kva.example",
  "x@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g",
  `${"a".repeat(64)}@example.test`,
];

const bad = [
  "",
  "ann",
  "@example.test",
  "ann@",
  "ann@localhost",
  "ann@example..test",
  "ann@-example.test",
  "ann@example-.test",
  "ann@exa_mple.test",
  "ann@127.0.0.1",
  "ann@[127.0.0.1]",
  ".ann@example.test",
  "ann.@example.test",
  "a..b@example.test",
  "a@b@example.test",
  "a@b,c@d",
  "a@b.test,c@d.test",
  "a@b.test;c@d.test",
  "group:a@b.test;",
  '"x@evil.test y"@in.test',
  '"ann"@example.test',
  "Ann <ann@example.test>",
  "<ann@example.test>",
  "ann@example.test(comment)",
  "(comment)ann@example.test",
  "ann @example.test",
  " ann@example.test",
  "ann@example.test ",
  "ann@example.test\r\nBcc: eve@evil.test",
  "ann@example.test\n",
  "ann\u0000@example.test",
  "jörg@example.test",
  "ann@example.test..",
  "ann@.example.test",
  "ann@example。。test",
  "ann@\u00ad",
  "ann@１２７.0.0.１",
  "ann@foo.0ｘ7f",
  "ann@a％2e.test",
  "ann@a%2eb.test",
  "ann@a／b.test",
  "ann@a：80.test",
  "ann@a＠b.test",
  "ann@a_ü.test",
  "ann@bücher-.test",
  "ann@-bücher.test",
  // Nothing that can be read is written so.
  "ann@xn--a.test",
  "ann@xn--.test",
  "ann@\u202eexample.test",
  "an\u202en@example.test",
  "\u200b@example.test",
  "\u200b",
  // The Kelvin sign is a "k" in lower case, and no letter of a mailbox.
  "\u212aen@example.test",
  `${"a".repeat(65)}@example.test`,
  `a@${"b".repeat(64)}.test`,
  `a@${"b.".repeat(127)}test`,
  // Short as it is written, too long once it is punycode.
  `a@${`${"ü".repeat(45)}.`.repeat(5)}test`,
];

describe("an address", () => {
  for (const text of good) {
    test(`${text.slice(0, 60)} is one`, () =>
      expect(parseAddress(text)).toEqual({ ok: true, address: text }));
  }
  for (const text of bad) {
    test(`${JSON.stringify(text).slice(0, 60)} is none`, () =>
      expect(parseAddress(text)).toEqual({ ok: false }));
  }

  for (const [written, normal] of [
    ["Ann@Example.TEST", "ann@example.test"],
    ["ann@example.test.", "ann@example.test"],
    ["ann@example。test", "ann@example.test"],
    ["ann@example．test｡", "ann@example.test"],
    ["ann@ｅｘample.test", "ann@example.test"],
    ["ann@ex\u00adample.test", "ann@example.test"],
    ["\u200bann@example.test", "ann@example.test"],
    ["\u202aann@example.test\u202c", "ann@example.test"],
    ["\ufeffan\u00adn\u2060@example.test\u200e", "ann@example.test"],
    ["ann@ex\u200bample\ufeff.test", "ann@example.test"],
    ["x@bücher.example", "x@xn--bcher-kva.example"],
    ["x@BÜCHER.example", "x@xn--bcher-kva.example"],
    ["x@bu\u0308cher.example", "x@xn--bcher-kva.example"],
    ["x@XN--BCHER-KVA.example", "x@xn--bcher-kva.example"],
    ["x@straße.example", "x@xn--strae-oqa.example"],
    ["x@उदाहरण.परीक्षा", "x@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g"],
  ] as const)
    test(`${JSON.stringify(written)} is ${normal}`, () =>
      expect(parseAddress(written)).toEqual({ ok: true, address: normal }));

  test("has one normal form, which is its own", () => {
    const written = fc
      .tuple(fc.stringMatching(/^[A-Za-z0-9]{1,5}$/), fc.string({ unit: "grapheme", maxLength: 8 }))
      .map(([local, label]) => `${local}@${label}.test`);
    fc.assert(
      fc.property(written, (text) => {
        const parsed = parseAddress(text);
        if (!parsed.ok) return;
        expect(parsed.address).toMatch(/^[a-z0-9]+@[a-z0-9.-]+$/);
        expect(parseAddress(parsed.address)).toEqual(parsed);
        expect(normalAddress(` ${text}\t`)).toBe(parsed.address);
      }),
      { numRuns: 2_000 },
    );
  });

  test("that is none is looked up by itself in lower case", () => {
    expect(normalAddress(" Nobody ")).toBe("nobody");
    expect(normalAddress("Ann@Local")).toBe("ann@local");
  });

  test("with another script in its domain travels as punycode", () => {
    expect(addressToAscii("Ann@Bücher.Example")).toBe("Ann@xn--bcher-kva.example");
    expect(addressToAscii("Ann@Example.TEST")).toBe("Ann@example.test");
  });

  test("of a megabyte is refused without being searched", () => {
    expect(parseAddress(`${"a.".repeat(500_000)}@`)).toEqual({ ok: false });
    expect(parseAddress(`a@${"b-".repeat(120)}`)).toEqual({ ok: false });
  });
});

describe("an alias", () => {
  test("is a name and an address in angle brackets with one space between them", () => {
    expect(parseAlias("Ann <ann@example.test>")).toEqual({ name: "Ann", address: "ann@example.test" });
    expect(parseAlias("Jörg <j@example.test>")).toEqual({ name: "Jörg", address: "j@example.test" });
  });

  for (const text of [
    "",
    "Ann",
    "<ann@example.test>",
    " <ann@example.test>",
    "Ann ann@example.test",
    "Ann Lee <ann@example.test>",
    "Ann  <ann@example.test>",
    "Ann <ann@example.test> ",
    "Ann<ann@example.test>",
    "Ann <ann>",
    "Ann <<ann@example.test>>",
    "Ann\r\nBcc:eve@evil.test <ann@example.test>",
    'A"nn <ann@example.test>',
    "An<n <ann@example.test>",
  ]) {
    test(`is not ${JSON.stringify(text)}`, () => expect(parseAlias(text)).toBeNull());
  }
});
