import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { foldedText } from "../../../contract/foldedText.ts";
import { searchTextOf } from "../../../db/stores/leads/searchText.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";
import { askedOfPostgres, beforeSearchTextStep } from "../../support/leads/searchTextStep.ts";

const tag = "0041_folded_search";
const ada = scopeNamed("ada");

for (const [typed, folded] of [
  ["Größmann", "grossmann"],
  ["GRÖẞMANN", "grossmann"],
  ["Łukasz Żółć", "lukasz zolc"],
  ["Ærøskøbing", "aeroskobing"],
  ["Đặng Thị", "dang thi"],
  ["İstanbul ılık", "istanbul ilik"],
  ["Ὀδυσσεύς", "οδυσσευσ"],
  ["Ёлкин Йод", "елкин иод"],
  ["ｉｎ．test", "in.test"],
  ["e\u0301", "e"],
  // Voiced kana and joined syllables are letters of their own.
  ["がぎ", "がぎ"],
  ["\u1112\u1161\u11ab", "한"],
  ["हिन्दी", "हिन्दी"],
  ["plain@in.test +49 30", "plain@in.test +49 30"],
] as const)
  test(`${typed} is looked for as ${folded}`, () => expect(foldedText(typed)).toBe(folded));

test("what is folded stays as it is when it is folded once more", () => {
  for (let code = 0; code < 0x30000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const once = foldedText(String.fromCodePoint(code));
    if (foldedText(once) !== once)
      throw new Error(`U+${code.toString(16)} is ${once} and then ${foldedText(once)}`);
  }
});

eachDatabase("a search for leads", (open) => {
  const database = emptyBeforeEach(open);

  async function finder() {
    const { imports, leads } = leadBook(database());
    const names = ["Größmann", "Grossmann", "Müller", "Mueller", "Muller", "Łukasz", "Ørsted", "José"];
    await imports.import(
      ada,
      names.map((lastName, nth) => ({ ...leadNamed(`Lead${nth}`), lastName })),
    );
    return async (search: string) =>
      (await leads.page(ada, { search })).items.map(({ lastName }) => lastName).toSorted();
  }

  test("minds no sign for an apostrophe, of which telephones write another", async () => {
    const { leads } = leadBook(database());
    for (const [nth, lastName] of ["O'Brien", "O’Brien", "Obrien", "D'Or", "O´Brien"].entries())
      await leads.add(ada, leadNamed(`Lead${nth}`, { lastName, email: `o'brien${nth}@in.test` }));
    const found = async (search: string) =>
      (await leads.page(ada, { search })).items.map(({ lastName }) => lastName).toSorted();
    for (const search of ["o'brien", "O’Brien", "oʼbrien", "’o’Brien’", "o´brien"])
      expect(await found(search)).toEqual(expect.arrayContaining(["O'Brien", "O´Brien"]));
    expect(await found("d’or")).toEqual(["D'Or"]);
    expect(await found("o'brien1@in.test")).toEqual(["O’Brien"]);
    expect(await found("'")).toHaveLength(5);
  });

  test("minds no accents, whoever typed them", async () => {
    const found = await finder();
    for (const search of ["grossmann", "größmann", "GRÖSSMANN", "großm"])
      expect(await found(search)).toEqual(["Grossmann", "Größmann"]);
    expect(await found("lukasz")).toEqual(["Łukasz"]);
    expect(await found("Łukasz")).toEqual(["Łukasz"]);
    expect(await found("orsted")).toEqual(["Ørsted"]);
    expect(await found("jose\u0301")).toEqual(["José"]);
  });

  test("finds umlauts that are spelled out, too", async () => {
    const found = await finder();
    expect(await found("mueller")).toEqual(["Mueller", "Müller"]);
    expect(await found("muller")).toEqual(["Muller", "Müller"]);
    expect(await found("oersted")).toEqual(["Ørsted"]);
    // Whoever types an umlaut finds it spelled out, alone and beside a word of the index.
    for (const search of ["müller", "Mu\u0308ller", "müller lead"])
      expect(await found(search)).toEqual(["Mueller", "Muller", "Müller"]);
  });

  test("minds no hyphen between the parts of a name", async () => {
    const { leads } = leadBook(database());
    for (const [nth, firstName] of ["Jean-Luc", "Jean Luc", "Jean‑Luc", "Luca", "Jean"].entries())
      await leads.add(ada, { ...leadNamed(`Lead${nth}`), firstName });
    const found = async (search: string) => (await leads.page(ada, { search })).total;
    for (const search of ["jean-luc", "jean luc", "JEAN‐LUC"]) expect(await found(search)).toBe(3);
    // A sign that stands by itself, or in a number, is looked for as it is.
    expect(await found("-")).toBe(1);
    expect(await found("555-1")).toBe(0);
  });

  test("for nothing that anybody sees finds nobody, and deletes nobody", async () => {
    const { leads } = leadBook(database());
    await leads.add(ada, { ...leadNamed("Ada"), lastName: "O´Brien Lee" });
    for (const search of ["\u0000", "\u0001 \u009f", "\ufeff", "\u0301", "¨", "\u200b", "ada \u0301"]) {
      expect([search, (await leads.page(ada, { search })).total]).toEqual([search, 0]);
      const which = { matching: { search } };
      expect((await leads.act(ada, { action: "delete", which })).count).toBe(0);
    }
    for (const search of ["", " ", "\t", "ada\u0000"])
      expect((await leads.page(ada, { search })).total).toBe(1);
  });

  test("finds a lead whose text was not folded yet by what it was written as", async () => {
    const found = await finder();
    const { tables, atomically } = database();
    await atomically((write) => ({
      unfolded: write.update(tables.leads).set({ searchText: sql`'jörg x@in.test'` }),
    }));
    expect(await found("jörg")).toHaveLength(8);
    expect(await found("jorg")).toEqual([]);
  });
});

eachDatabase("a list of leads in the order of last names", (open) => {
  const database = emptyBeforeEach(open);

  test("minds neither case nor accents, whatever the first names are", async () => {
    const { imports, leads } = leadBook(database());
    const names = [
      ["Çağla", "öztürk"],
      ["Weiß", "Ahrens"],
      ["Þóra", "Ægisdóttir"],
      ["Zoë", "zander"],
      ["René", "Özdemir"],
      ["Læ", "Oesterle"],
      ["Jo", "Łukasz"],
      ["Anna Maria", "Lund"],
      ["İpek", "de Vries"],
    ] as const;
    await imports.import(
      ada,
      names.map(([firstName, lastName], nth) => ({ ...leadNamed(`Lead${nth}`), firstName, lastName })),
    );
    const listed = async (order: "asc" | "desc") =>
      (await leads.page(ada, { sort: "lastName", order })).items.map(({ lastName }) => lastName);
    const sorted = [
      "Ægisdóttir",
      "Ahrens",
      "de Vries",
      "Łukasz",
      "Lund",
      "Oesterle",
      "Özdemir",
      "öztürk",
      "zander",
    ];
    expect(await listed("asc")).toEqual(sorted);
    expect(await listed("desc")).toEqual(sorted.toReversed());
  });
});

test("the step folds what leads, deleted ones and those before an import are found by, and writes no others", () => {
  const { client, add, take } = beforeSearchTextStep(tag);
  const lead = (nth: number) => ({
    ...(nth % 500 === 0
      ? { firstName: "Zoë", lastName: `Müller${nth}` }
      : { firstName: "Ada", lastName: `${nth}` }),
    email: `l${String(nth).padStart(4, "0")}@in.test`,
    phone: "",
  });
  for (let nth = 0; nth < 2_300; nth += 1) {
    const { firstName, lastName, email } = lead(nth);
    add({ id: email, firstName, lastName, searchText: `${firstName} ${lastName} ${email} `.toLowerCase() });
  }
  client.exec(`INSERT INTO "deletedLeads" ("deletionId", "id", "workspaceId", "firstName", "lastName", "email", "phone", "searchText", "emailHash", "optout", "emailCount", "openedCount", "createdAt", "updatedAt", "deletedAt")
    VALUES ('d', 'l', 'w', 'Renée', '', 'r@in.test', '', 'renée  r@in.test ', 'h', 0, 0, 0, 1, 1, 1)`);
  client.exec(`INSERT INTO "importChanges" ("importId", "position", "workspaceId", "leadId", "joined", "firstName", "lastName", "phone", "searchText", "wrote")
    VALUES ('i', 1, 'w', 'l', 0, 'Renée', '', '', 'renée  r@in.test ', '')`);
  const { texts, written } = take();
  expect(texts).toEqual(texts.map((_, nth) => searchTextOf(lead(nth))));
  expect(texts[500]).toBe("zoe muller500 l0500@in.test  zoe mueller500");
  expect(written).toEqual([0, 500, 1_000, 1_500, 2_000].map((nth) => lead(nth).email));
  for (const table of ["deletedLeads", "importChanges"])
    expect(client.query(`SELECT "searchText" FROM "${table}"`).values()).toEqual([["renee  r@in.test "]]);
});

test("on PostgreSQL the step leaves leads to whoever may be writing them", () => {
  expect(askedOfPostgres(tag)).toEqual([]);
});
