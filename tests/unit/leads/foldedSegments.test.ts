import { expect, setDefaultTimeout, test } from "bun:test";
import { foldedText } from "../../../contract/foldedText.ts";
import { segmentLimits } from "../../../contract/limits/segments.ts";
import { foldedLetters } from "../../../contract/segments/foldedLetters.ts";
import type { Condition, Question } from "../../../contract/segments/question.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

const ada = scopeNamed("ada");
const names = ["Größmann", "Grossmann", "Müller", "Muller", "Łukasz", "Ørsted", "José", "Ёлкин", "Ὀδυσσεύς"];

test("a question compares each letter as searches do", () => {
  for (const text of [
    ...names,
    "Ærøskøbing",
    "İstanbul ılık",
    "Đặng Thị",
    "ｉｎ．test",
    "e\u0301",
    "がぎ",
    "한",
    "हिन्दी",
  ])
    expect(foldedLetters(text)).toBe(foldedText(text));
});

test("what is folded for a question stays as it is when it is folded once more", () => {
  for (let code = 0; code < 0x30000; code += 1) {
    if (code === 0xd800) code = 0xe000;
    const once = foldedLetters(String.fromCodePoint(code));
    if (foldedLetters(once) !== once) throw new Error(`U+${code.toString(16)} is ${once}`);
  }
});

const named = (op: "is" | "isNot" | "contains" | "containsNot" | "begins" | "ends", value: string) =>
  ({ about: "lastName", op, value }) as const;

eachDatabase("a question about a name with an apostrophe", (open) => {
  const database = emptyBeforeEach(open);

  test("minds no sign for it, of which telephones write another", async () => {
    const { leads } = leadBook(database());
    for (const [nth, lastName] of ["O'Brien", "O’Brien", "Öbrien", "D'Or"].entries())
      await leads.add(ada, leadNamed(`Lead${nth}`, { lastName }));
    const found = async (condition: Condition) =>
      (await leads.page(ada, { question: { match: "all", of: [condition] } })).items.map(
        (lead) => lead.lastName,
      );
    for (const value of ["O'Brien", "o’brien", "OʼBRIEN"]) {
      expect(await found(named("is", value))).toEqual(["O'Brien", "O’Brien"]);
      expect(await found(named("isNot", value))).toEqual(["Öbrien", "D'Or"]);
    }
    expect(await found(named("begins", "o’"))).toEqual(["O'Brien", "O’Brien"]);
    expect(await found(named("contains", "’"))).toHaveLength(3);
    expect(await found(named("containsNot", "’"))).toEqual(["Öbrien"]);
  });
});

eachDatabase("a question about names", (open) => {
  const database = emptyBeforeEach(open);

  async function finder() {
    const { leads, imports } = leadBook(database());
    await imports.import(
      ada,
      names.map((lastName, nth) => ({ ...leadNamed(`Lead${nth}`), lastName })),
    );
    return async (condition: Condition) => {
      const question: Question = { match: "all", of: [condition] };
      return (await leads.page(ada, { question })).items.map(({ lastName }) => lastName).toSorted();
    };
  }
  test("minds no accents, whoever typed them", async () => {
    const found = await finder();
    for (const value of ["muller", "Müller", "MÜLLER"])
      expect(await found(named("is", value))).toEqual(["Muller", "Müller"]);
    for (const value of ["grossmann", "GRÖẞMANN"])
      expect(await found(named("is", value))).toEqual(["Grossmann", "Größmann"]);
    expect(await found(named("begins", "orst"))).toEqual(["Ørsted"]);
    expect(await found(named("ends", "sé"))).toEqual(["José"]);
    expect(await found(named("contains", "ukas"))).toEqual(["Łukasz"]);
    expect(await found(named("contains", "елк"))).toEqual(["Ёлкин"]);
    expect(await found(named("is", "οδυσσευς"))).toEqual(["Ὀδυσσεύς"]);
    expect(await found(named("isNot", "muller"))).toHaveLength(names.length - 2);
    expect(await found(named("containsNot", "ö"))).toEqual(
      ["Ёлкин", "Łukasz", "Müller", "Muller", "Ὀδυσσεύς"].toSorted(),
    );
  });

  test("minds no accents that stand by themselves, and takes signs of patterns for what they are", async () => {
    const { leads } = leadBook(database());
    for (const lastName of ["Jax\u030ca", "a^b", "a]b", "a[b", "a*b", "a?b", "a-b", "a!b"])
      await leads.add(ada, { ...leadNamed(`Lead${lastName.codePointAt(1)}`), lastName });
    const found = async (value: string) => {
      const question: Question = { match: "all", of: [{ about: "lastName", op: "contains", value }] };
      return (await leads.page(ada, { question })).items.map(({ lastName }) => lastName);
    };
    expect(await found("jaxa")).toEqual(["Jax\u030ca"]);
    expect(await found("x\u030cA")).toEqual(["Jax\u030ca"]);
    const signs = ["^", "]", "[", "*", "?", "-", "!"];
    // Beyond A to Z SQLite compares in another way.
    for (const sign of signs)
      await leads.add(ada, { ...leadNamed(`Other${sign.codePointAt(0)}`), lastName: `ä${sign}ö` });
    for (const sign of signs) {
      expect(await found(`${sign}B`)).toEqual([`a${sign}b`]);
      expect(await found(`${sign}o`)).toEqual([`ä${sign}ö`]);
    }
  });

  test("of an accent alone finds nobody, and not everybody", async () => {
    const found = await finder();
    expect(await found(named("contains", "\u0301"))).toEqual([]);
  });

  test("may be as long as it can be, of any letters", async () => {
    const found = await finder();
    for (const letter of ["a", "o", "ß", "æ", "Œ", "ﬃ", "Ⅷ", "]", "^", "𐐀", "م"])
      expect(await found(named("contains", letter.repeat(segmentLimits.valueMax / letter.length)))).toEqual(
        [],
      );
  });
});

eachDatabase("a question about a name of two parts", (open) => {
  const database = emptyBeforeEach(open);

  test("minds no hyphen between them, as a search does", async () => {
    const { leads } = leadBook(database());
    const lastNames = ["Müller-Lüdenscheidt", "Mueller Luedenscheidt", "van-der-Berg", "a-1", "a 1"];
    for (const [nth, lastName] of lastNames.entries())
      await leads.add(ada, leadNamed(`Lead${nth}`, { lastName }));
    const found = async (condition: Condition) =>
      (await leads.page(ada, { question: { match: "all", of: [condition] } })).items.map(
        (lead) => lead.lastName,
      );
    for (const value of ["müller lüdenscheidt", "Mueller‐Luedenscheidt"]) {
      expect(await found(named("is", value))).toEqual(lastNames.slice(0, 2));
      expect(await found(named("isNot", value))).toEqual(lastNames.slice(2));
      expect((await leads.page(ada, { search: value })).total).toBe(2);
    }
    expect(await found(named("begins", "Van der-b"))).toEqual(["van-der-Berg"]);
    // Beside a number, and by itself, it is a sign of its own.
    expect(await found(named("is", "A-1"))).toEqual(["a-1"]);
    expect(await found(named("contains", "-"))).toEqual(["Müller-Lüdenscheidt", "van-der-Berg", "a-1"]);
  });
});

eachDatabase("a question about umlauts", (open) => {
  const database = emptyBeforeEach(open);

  test("finds whoever writes umlauts with two letters, as a search does", async () => {
    const { imports, leads } = leadBook(database());
    const lastNames = ["Müller", "MÜLLER-Köhl", "Mueller", "Muller", "Åberg", "Løkke", "Øster", "Moll"];
    await imports.import(
      ada,
      lastNames.map((lastName, nth) => ({ ...leadNamed(`Lead${nth}`), lastName })),
    );
    const found = async (condition: Condition) => {
      const question: Question = { match: "all", of: [condition] };
      return (await leads.page(ada, { question })).items.map(({ lastName }) => lastName).toSorted();
    };
    const searched = async (search: string) =>
      (await leads.page(ada, { search })).items.map(({ lastName }) => lastName).toSorted();
    const three = ["Mueller", "MÜLLER-Köhl", "Müller"];
    expect(await found(named("contains", "Mueller"))).toEqual(three);
    expect(await found(named("begins", "mue"))).toEqual(three);
    // Whoever types an umlaut finds it spelled out as well.
    expect(await found(named("contains", "Müller"))).toEqual(["Mueller", "Muller", "MÜLLER-Köhl", "Müller"]);
    expect(await found(named("isNot", "MU\u0308LLER"))).toEqual(
      ["MÜLLER-Köhl", "Åberg", "Løkke", "Øster", "Moll"].toSorted(),
    );
    expect(await found(named("is", "MUELLER"))).toEqual(["Mueller", "Müller"]);
    expect(await found(named("is", "mueller-koehl"))).toEqual(["MÜLLER-Köhl"]);
    expect(await found(named("ends", "oehl"))).toEqual(["MÜLLER-Köhl"]);
    expect(await found(named("begins", "aab"))).toEqual(["Åberg"]);
    expect(await found(named("begins", "oest"))).toEqual(["Øster"]);
    for (const word of ["mueller", "koehl", "muller", "müller", "köhl", "loekke", "aaberg", "lokke"])
      expect([word, await found(named("contains", word))]).toEqual([word, await searched(word)]);
    expect(await found(named("containsNot", "mueller"))).toHaveLength(lastNames.length - 3);
    expect(await found(named("isNot", "Mueller"))).toHaveLength(lastNames.length - 2);
  });
});
