import { expect, test } from "bun:test";
import { acceptedEncoding } from "../../../server/http/pages/acceptedEncoding.ts";

test.each([
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  ["gzip", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["GZIP;q=0.5, BR;q=0.1", "br"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.000, gzip;q=0", undefined],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  [";;;,,;q=,=", undefined],
] as const)("Accept-Encoding %p is answered with %p", (header, expected) => {
  expect(acceptedEncoding(header)).toBe(expected);
});
