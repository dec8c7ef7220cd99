import { expect, test } from "bun:test";
import fc from "fast-check";
import { Refusal } from "../../contract/errors.ts";
import { atOnce, inSlices } from "../../server/core/inSlices.ts";
import { parsingJson } from "../../server/http/middleware/parsingJson.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** The value, or what kind of fault there is. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof SyntaxError) return "no JSON";
    throw error;
  }
}

const inPieces = (json: Uint8Array) => atOnce(parsingJson(json));

const same = (text: string) =>
  expect(outcomeOf(() => inPieces(bytes(text)))).toEqual(outcomeOf(() => JSON.parse(text)));

/** Longer than what is parsed at once. */
const long = (unit: string) => unit.repeat(Math.ceil(100_000 / unit.length));
const pad = `"${long("x")}"`;

const anything = fc.jsonValue({ stringUnit: fc.constantFrom(...'[]{}"\\,:aü😀\n'), maxDepth: 5 });

/** Makes every list and object long enough to be parsed in pieces, and puts something after what was long. */
function padded(value: unknown): unknown {
  if (Array.isArray(value)) return [long("p"), ...value.map(padded), long("q"), 1];
  if (typeof value !== "object" || value === null) return value;
  return { first: long("p"), ...mapped(value), [long("q")]: 0, last: [long(",")] };
}

function mapped(value: object): object {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, padded(each)]));
}

test("any value is the same in pieces as at once, short or long, spaced or not", () => {
  fc.assert(
    fc.property(anything, fc.boolean(), fc.boolean(), (value, isLong, isSpaced) => {
      const text = JSON.stringify(isLong ? padded(value) : value, null, isSpaced ? 1 : undefined);
      expect(inPieces(bytes(text))).toEqual(JSON.parse(text));
    }),
    { numRuns: 60 },
  );
});

test("JSON that is broken anywhere, also between two pieces, is no JSON in pieces either", () => {
  const whole = JSON.stringify([padded({ a: [1, { b: [2] }], c: 3 }), padded([4, [5]]), { d: 6 }]);
  const signs = ["", ...'[]{}:,"\\ 1'];
  const breaking = fc.record({ at: fc.nat(whole.length), taken: fc.nat(2), sign: fc.constantFrom(...signs) });
  // Where brackets, commas and colons are, faults tell most.
  const places = [...whole.matchAll(/[[\]{}:,]/g)]
    .map(({ index }) => index)
    .filter((_, nth) => nth % 997 < 30);
  const near = fc.record({
    at: fc.constantFrom(...places),
    taken: fc.nat(1),
    sign: fc.constantFrom(...signs),
  });
  fc.assert(
    fc.property(fc.oneof(breaking, near), ({ at, taken, sign }) =>
      same(whole.slice(0, at) + sign + whole.slice(at + taken)),
    ),
    { numRuns: 150 },
  );
});

test.each([
  "",
  " ",
  "1",
  "1,2",
  "[",
  "]",
  "[]]",
  "[}",
  '"',
  "1 2",
  "nul",
  `[${pad},${pad}]`,
  `[${pad},${pad},]`,
  `[,${pad},${pad}]`,
  `[${pad},,${pad}]`,
  `[${pad},${pad},}`,
  `[[${pad},1],2]`,
  `[[${pad},1]2]`,
  `[[${pad},1] [${pad},1]]`,
  `[[${pad},1] ,]`,
  `[[${pad},1]] 1`,
  `{"a":[${pad},1],"b":2}`,
  `{"a"[${pad},1]}`,
  `{[${pad},1]}`,
  `{"a":[${pad},1]"b":2}`,
  `[1 [${pad},1]]`,
  `[${pad},1],[${pad},1]`,
  `{"a":${pad},"b":1,}`,
  `{"a":${pad},,"b":1}`,
  `{"a":${pad},"b"}`,
  `{"a":${pad},2}`,
])("what JSON.parse says of a case at the edge holds in pieces: %#", (text) => same(text));

test("keys that come twice, and keys that objects have of themselves, are as JSON.parse has them", () => {
  for (const text of [
    `{"a":1,"p":${pad},"a":2,"q":${pad},"b":3,"a":[${pad},1]}`,
    `{"p":${pad},"__proto__":{"x":1},"q":${pad},"__proto__":[${pad},1],"constructor":1}`,
    `{"p":${pad},"2":0,"q":${pad},"1":0}`,
  ]) {
    const value = inPieces(bytes(text)) as object;
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  }
});

test("bytes that are no UTF-8, and a mark of order in front, are read as Request.json reads them", async () => {
  for (const json of [
    Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes("[1]")]),
    Uint8Array.from([...bytes(`[${pad},"`), 0xf0, 0x9f, ...bytes(`",${pad},"`), 0xff, ...bytes(`\\ufeff"]`)]),
  ])
    expect(inPieces(json)).toEqual(await new Request("http://x", { method: "POST", body: json }).json());
});

test("64 levels are read and 65 are refused, before what is behind them is looked at", () => {
  const nested = (levels: number) => bytes("[".repeat(levels) + "]".repeat(levels));
  expect(inPieces(nested(64))).toBeArray();
  for (const json of [nested(65), bytes(`{"a":${"[".repeat(100)}`)])
    expect(() => inPieces(json)).toThrow(
      new Refusal("bad_request", "This is nested too deep: at most 64 levels of brackets are read"),
    );
});

test("a single text of three megabytes, which would hold everybody up, is refused in a sentence", () => {
  const text = JSON.stringify({ leads: [{ firstName: "x".repeat(3 * 1024 * 1024) }] });
  expect(() => inPieces(bytes(text))).toThrow(
    new Refusal("bad_request", "A text in this is longer than 2 MB"),
  );
});

test("a list of more members than any call takes, slow to put together, is refused in a sentence", () => {
  const list = (count: number) => bytes(`{"leads":[${"1,".repeat(count - 1)}1]}`);
  expect(inPieces(list(200_000))).toEqual({ leads: Array.from({ length: 200_000 }, () => 1) });
  expect(() => inPieces(list(200_001))).toThrow(
    new Refusal("bad_request", "A list in this has more than 200,000 members"),
  );
});

test("eight megabytes were parsed in one go while everybody waited: others have many turns meanwhile", async () => {
  const leads = Array.from({ length: 90_000 }, (_, at) => ({
    firstName: "A",
    email: `lead${at}@in.test`,
    collection: ["x"],
  }));
  const json = bytes(JSON.stringify({ leads }));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  let steps = 0;
  const counted = function* () {
    const work = parsingJson(json);
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      steps += 1;
      yield;
    }
  };
  const value = await inSlices(counted());
  isOver = true;
  expect(value).toEqual({ leads });
  // As many places to give way as pieces; how many of them are used depends on the machine, and more than one is.
  expect(steps).toBeGreaterThan(80);
  expect(turns).toBeGreaterThan(1);
});
