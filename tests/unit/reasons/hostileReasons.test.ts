import { describe, expect, test } from "bun:test";
import { refusalOf } from "../../../contract/client.ts";
import { allShapes as shapes } from "../../../contract/reasons/allShapes.ts";
import { storedCause } from "../../../contract/reasons/shapes.ts";
import { hasOptedOut } from "../../../contract/sending/skipped.ts";
import { english } from "../../../contract/sentences/en.ts";
import { sentenceOf, wordsOf } from "../../../contract/sentences/sentence.ts";
import { inWords } from "../../../server/core/inWords.ts";
import { anyParams } from "../../support/reasons.ts";

const words = wordsOf(english);
const plain = "The words that came with it";
const odd = /undefined|null|NaN|\[object/;
const withParams = Object.entries(shapes).filter(([, shape]) => Object.keys(shape).length > 0);
const wrongValues = [undefined, null, 3, "text", true, {}, [], [3], { code: 3 }, { code: "paused" }];

test("every reason is said without a gap, whether a mail server said something or not", () => {
  for (const code of Object.keys(english))
    for (const reply of [null, "550 no"])
      for (const isFull of [true, false])
        expect(sentenceOf({ code, params: anyParams(code, isFull), reply }, english)).not.toMatch(odd);
});

test("a reason that lacks a parameter is told in the words that came with it", () => {
  expect(withParams.length).toBeGreaterThan(60);
  for (const [code, shape] of withParams)
    for (const lacking of Object.keys(shape).filter((name) => shape[name] !== "addedText")) {
      const { [lacking]: _, ...params } = anyParams(code);
      expect(words({ code, params, reply: null }, plain)).toBe(plain);
    }
});

test("so is one of which a parameter is of another type, whatever it is: nothing throws", () => {
  for (const [code, shape] of withParams)
    for (const name of Object.keys(shape))
      for (const wrong of wrongValues) {
        const params = { ...anyParams(code), [name]: wrong } as never;
        expect(words({ code, params, reply: null }, plain)).not.toMatch(odd);
      }
  const outOfStep = { code: "out_of_step", params: { at: "toString" }, reply: null };
  expect(words(outOfStep, plain)).toBe(plain);
});

test("what is no reason at all is told in the words that came with it, if any did", () => {
  for (const none of [{}, { params: {} }, { code: 3 }, "text", 3, [], null, undefined]) {
    expect(words(none as never, plain)).toBe(plain);
    expect(words(none as never, null)).toBe("");
  }
});

test("without any words the mail server's stand, and else the code that nobody here knows", () => {
  const of = (code: string, reply: string | null) => inWords({ code, params: {}, reply });
  expect(of("of_tomorrow", "550 no")).toBe("550 no");
  expect(of("of_tomorrow", null)).toBe("A reason that this version does not know: of_tomorrow");
  expect(of("given_up", null)).toBe("A reason that this version does not know: given_up");
});

test("a reason inside another one may be of a newer version, or broken, all the same", () => {
  const givenUp = (last: unknown) =>
    inWords({ code: "given_up", params: { hours: 24, last } as never, reply: null });
  expect(givenUp({ code: "of_tomorrow", params: {} })).toBe(
    "Given up after 24 hours. Last reply: A reason that this version does not know: of_tomorrow",
  );
  expect(givenUp({ code: "connection_refused", params: { place: null } })).toBe(
    "Given up after 24 hours. Last reply: A reason that this version does not know: connection_refused",
  );
  expect(givenUp({ code: "connection_refused", params: { place: "mx.test:25" } })).toBe(
    "Given up after 24 hours. Last reply: mx.test:25 refused the connection",
  );
});

describe("what was stored", () => {
  test("and is no reason at all is one without words, or with those that it is", () => {
    for (const stored of [null, 3, [], {}, { code: 3 }])
      expect(storedCause(stored)).toEqual({ code: "other", params: {}, reply: null });
    expect(inWords(storedCause(null))).toBe("No reason was kept");
    expect(inWords(storedCause("Paused by you"))).toBe("Paused by you");
  });

  test("keeps its code, and a reply only where that is words", () => {
    const stored = { code: "opted_out", params: null, reply: 550 };
    expect(storedCause(stored)).toEqual({ code: "opted_out", params: {}, reply: null });
    expect(hasOptedOut(storedCause(stored))).toBe(true);
  });
});

test("a refusal on the wire is read as far as it is one", async () => {
  const answered = async (body: unknown) => (await refusalOf(Response.json(body, { status: 400 }))).reason;
  const message = "Please choose a file";
  const known = { message, reason: "file_too_large", params: { megabytes: 5 }, reply: null };
  expect(await answered(known)).toEqual({ code: "file_too_large", params: { megabytes: 5 }, reply: null });
  for (const params of [null, "5", [5], undefined])
    expect(await answered({ ...known, params })).toEqual({ code: "file_too_large", params: {}, reply: null });
  for (const body of [{ message }, { message, reason: 3 }])
    expect(await answered(body)).toEqual({ code: "other", params: {}, reply: message });
});
