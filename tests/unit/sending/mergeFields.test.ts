import { describe, expect, test } from "bun:test";
import {
  compileTemplate,
  customNames,
  fillIn,
  mergeFieldsIn,
  withFallbacks,
} from "../../../contract/mergeFields.ts";

const plain = { escape: "none" } as const;
const html = { escape: "html" } as const;

describe("a merge field", () => {
  test("is replaced by the lead's value, spaces inside the braces or not", () => {
    expect(fillIn("Hi {{firstName}} {{ lastName }}!", { firstName: "Ann", lastName: "Lee" }, plain)).toBe(
      "Hi Ann Lee!",
    );
    const pasted = "Hi {{&nbsp;firstName&nbsp;| you }} and {{\u00a0lastName}}";
    expect(fillIn(pasted, { firstName: "Ann", lastName: "Lee" }, html)).toBe("Hi Ann and Lee");
  });

  test("falls back only when the value is missing or empty", () => {
    expect(fillIn("Hi {{firstName|there}}", {}, plain)).toBe("Hi there");
    expect(fillIn("Hi {{firstName | dear friend }}", { firstName: "" }, plain)).toBe("Hi dear friend");
    expect(fillIn("Hi {{firstName|there}}", { firstName: "Ann" }, plain)).toBe("Hi Ann");
    expect(fillIn("Hi {{firstName}}.", {}, plain)).toBe("Hi .");
  });

  test("escapes the value in HTML and leaves the template's own fallback as markup", () => {
    const values = { firstName: `<img src=x onerror="a('b')"> & co` };
    expect(fillIn("<p>{{firstName}}</p>", values, html)).toBe(
      "<p>&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt; &amp; co</p>",
    );
    expect(fillIn("<p>{{firstName|you &amp; me}}</p>", {}, html)).toBe("<p>you &amp; me</p>");
    expect(fillIn("{{firstName}}", values, plain)).toBe(values.firstName);
  });

  test("whose braces an editor has encoded within a link is filled in HTML, as in the mail that goes out", () => {
    const link = (address: string) => `<a href="https://shop.test/?for=${address}">To the shop</a>`;
    expect(fillIn(link("%7B%7Bemail%7Cyou%7D%7D"), { email: "a+b@example.test" }, html)).toBe(
      link("a%2Bb%40example.test"),
    );
    expect(fillIn(link("%7B%7Bemail%7Cyou%7D%7D"), {}, html)).toBe(link("you"));
  });

  test("is known in a list by its fallback, or by its name", () => {
    expect(withFallbacks("Hello {{firstName|there}}, {{ company }}")).toBe("Hello there, [company]");
    expect(withFallbacks("No {{ field } here")).toBe("No {{ field } here");
  });

  test("is never read again: a value that looks like a field stays as it is", () => {
    const values = { firstName: "{{email}}", email: "ann@example.test" };
    expect(fillIn("{{firstName}} {{email}}", values, plain)).toBe("{{email}} ann@example.test");
    expect(fillIn("{{{firstName}}}", { firstName: "{email}" }, plain)).toBe("{{email}}");
  });

  test("that is not known stays as it was written", () => {
    const text = "{{company}} {{ __proto__ }} {{constructor|x}} {{}} {{first name}} {{firstName";
    expect(fillIn(text, { firstName: "Ann" }, plain)).toBe(text);
  });

  test("is listed once, in the order met, unknown ones too", () => {
    expect(mergeFieldsIn("{{email}} {{firstName|x}} {{company}} {{ email }}")).toEqual([
      "email",
      "firstName",
      "company",
    ]);
  });

  test("is read once into segments that hold the whole text", () => {
    expect(compileTemplate("a {{firstName|b}} c")).toEqual([
      "a ",
      { field: "firstName", fallback: "b" },
      " c",
    ]);
    expect(compileTemplate("")).toEqual([]);
  });
});

describe("a value within a link", () => {
  test("is percent-encoded behind the host, and nowhere else", () => {
    const values = {
      firstName: "Tom & Ann",
      email: "a+b@ex.test",
      lastName: "O'Neill, 50%",
      phone: "ex.test",
    };
    for (const [written, filled] of [
      [
        '<a href="https://ex.test/?q={{firstName}}&e={{email}}">',
        "https://ex.test/?q=Tom%20%26%20Ann&e=a%2Bb%40ex.test",
      ],
      [
        "<img src='https://ex.test/{{ firstName | x y }}/{{email}}.png'>",
        "https://ex.test/Tom%20%26%20Ann/a%2Bb%40ex.test.png",
      ],
      ["<a href=mailto:us@ex.test?subject={{firstName}}>", "mailto:us@ex.test?subject=Tom%20%26%20Ann"],
      ['<a href="https://ex.test#{{lastName}}">', "https://ex.test#O&#39;Neill%2C%2050%25"],
      ['<a href="https://{{phone}}/?e={{email}}">', "https://ex.test/?e=a%2Bb%40ex.test"],
      ['<a href="{{email}}">', '"a+b@ex.test"'],
      ['<a href="mailto:{{email}}">', "mailto:a+b@ex.test"],
      ['<p title="https://ex.test/a b?{{email}}">', "b?a+b@ex.test"],
      ["<p>See https://ex.test/a {{email}}</p>", "/a a+b@ex.test"],
      ["<p>See https://ex.test/a&nbsp;{{email}}</p>", "a&nbsp;a+b@ex.test"],
      ["<a>https://ex.test/a</a>{{email}}", "</a>a+b@ex.test"],
      ['<a href="https://ex.test/a_(b)?e={{email}}">', "https://ex.test/a_(b)?e=a%2Bb%40ex.test"],
      ["<a href=\"https://ex.test/a(k='{{email}}')\">", "https://ex.test/a(k='a%2Bb%40ex.test')"],
      ['<a href="sms:+431?body={{firstName}}">', "sms:+431?body=Tom%20%26%20Ann"],
      ['<a href="sms:+431;+432&amp;body={{firstName}}">', "&amp;body=Tom%20%26%20Ann"],
      ["<p>(https://ex.test/a){{email}}</p>", "a)a+b@ex.test"],
      ["<p>(as https://ex.test/a){{email}}</p>", "a)a+b@ex.test"],
      ["<p>'https://ex.test/a'{{email}}</p>", "a'a+b@ex.test"],
      ["<p>看(https://ex.test/a?{{email}})</p>", "a?a%2Bb%40ex.test)"],
    ] as const)
      expect(fillIn(written, values, html)).toContain(filled);
    expect(fillIn("Go (https://ex.test/?q={{firstName}}) {{firstName}}", values, plain)).toBe(
      "Go (https://ex.test/?q=Tom%20%26%20Ann) Tom & Ann",
    );
    const given = { ...plain, linksAsGiven: true };
    expect(fillIn("https://ex.test/{{firstName|x}}", { firstName: "a/b?c=1" }, given)).toBe(
      "https://ex.test/a/b?c=1",
    );
    const way = { unsubscribeUrl: "https://u.test/a?b" };
    expect(fillIn("https://ex.test/?u={{unsubscribeUrl}}", way, plain)).toBe(
      "https://ex.test/?u=https://u.test/a?b",
    );
  });

  test("is never what every object has", () => {
    expect(fillIn("{{constructor|x}}", {}, { ...plain, custom: customNames([{ key: "constructor" }]) })).toBe(
      "x",
    );
  });

  test("is told in bounded time, however long what stands before it is", () => {
    const fields = "https://ex.test/{{email}}".repeat(40_000);
    expect(fillIn("(x{{email}}".repeat(40_000), { email: "a@b" }, plain)).toEndWith("(xa@b");
    expect(fillIn(`${"a".repeat(1_000_000)}${fields}`, { email: "a@b" }, plain)).toContain("ex.test/a@b");
  });
});

test("a value within a link of HTML is percent-encoded also behind a space, which ends none in quotes", () => {
  const values = { firstName: "Tom & Ann", email: "a+b@ex.test" };
  for (const [written, filled] of [
    [
      '<a href="mailto:us@ex.test?subject=For {{firstName}}&body={{email}} asks">{{firstName}}</a>',
      '?subject=For Tom%20%26%20Ann&body=a%2Bb%40ex.test asks">Tom &amp; Ann</a>',
    ],
    [
      "<a href = ' https://ex.test/?q=(for) {{firstName}}'>{{firstName}}",
      "=(for) Tom%20%26%20Ann'>Tom &amp; Ann",
    ],
    ["<a href='https://ex.test/?q=a {{email}}'{{firstName}}>", "=a a%2Bb%40ex.test'Tom &amp; Ann>"],
  ] as const)
    expect(fillIn(written, values, html)).toContain(filled);
  // In time that grows with its length.
  for (const quote of ['"', "'"]) {
    const many = `href=${quote}https://ex.test/? `.repeat(40_000);
    expect(fillIn(`${many}{{email}}`, values, plain)).toEndWith("? a%2Bb%40ex.test");
  }
  const open = `<a href="https://ex.test/?${" {{email}}".repeat(40_000)}`;
  expect(fillIn(open, values, plain)).toEndWith(" a%2Bb%40ex.test");
});
