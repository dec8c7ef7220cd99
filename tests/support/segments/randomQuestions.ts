import fc from "fast-check";
import { consents } from "../../../contract/leads/consent.ts";
import type { FieldDefinition } from "../../../contract/leads/customFields.ts";
import {
  activitySubjects,
  type Condition,
  countSubjects,
  dayOps,
  numberOps,
  type QuestionGroup,
  type QuestionPart,
  textOps,
  textSubjects,
} from "../../../contract/segments/question.ts";

export const town: FieldDefinition = { id: "f01", key: "town", label: "Town", kind: "text", choices: [] };
export const visits: FieldDefinition = {
  id: "f02",
  key: "visits",
  label: "Visits",
  kind: "number",
  choices: [],
};
export const born: FieldDefinition = { id: "f03", key: "born", label: "Born", kind: "date", choices: [] };
export const vip: FieldDefinition = { id: "f04", key: "vip", label: "VIP", kind: "yesNo", choices: [] };
export const tier: FieldDefinition = {
  id: "f05",
  key: "tier",
  label: "Tier",
  kind: "choice",
  choices: [
    { id: "c1", name: "Gold" },
    { id: "c2", name: "Silver" },
  ],
};

/** What the leads and the questions of a random world have in common, so that they meet. */
export const world = {
  fields: [town, visits, born, vip, tier],
  collections: ["k1", "k2", "k3"],
  campaigns: ["m1", "m2"],
  zones: ["UTC", "Europe/Vienna", "America/New_York", "Pacific/Kiritimati", "Asia/Kathmandu"],
  /** Moments beside clock changes in Europe and America, at midnights, and on a leap day. */
  moments: [
    Date.UTC(2026, 2, 29, 0, 30),
    Date.UTC(2026, 9, 25, 0, 59),
    Date.UTC(2026, 10, 1, 5, 59),
    Date.UTC(2028, 1, 29, 23, 0),
    Date.UTC(2026, 5, 15, 12, 0),
  ],
} as const;

// Letters whose small form is not everybody's, takes two places, or is another alphabet's; and signs that mean something
// to a database.
const letters = [
  "a",
  "B",
  "é",
  "É",
  "ß",
  "İ",
  "I",
  "i",
  "Σ",
  "σ",
  "ς",
  "K",
  "k",
  "Å",
  "𐐀",
  "日",
  "%",
  "_",
  "'",
  "\\",
  "-",
  "^",
  "＾",
  "]",
  "［",
  "*",
  "Æ",
  "ł",
  "ｕ",
  "u",
  "\u0301",
  "½",
  "ộ",
  "Ё",
  "Ü",
  "ä",
  "ø",
  "ue",
  "AE",
  "oe",
  "e",
  "\u0308",
  "\u030a",
];
export const someText = fc
  .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(""));
export const someNumber = fc.constantFrom(
  0,
  1,
  2,
  3,
  -1,
  0.1,
  0.30000000000000004,
  1e-7,
  12345.678,
  1e15,
  -1e15,
);
export const someAddress = fc
  .tuple(fc.constantFrom("a", "b.a", "ab", "i"), fc.constantFrom("a.test", "b.a.test", "xn--bcher-kva.test"))
  .map(([local, domain]) => `${local}@${domain}`);
export const someChoice = fc.constantFrom("c1", "c2", "gone");
/** Days around the moments, and some far from them. */
export const someDay = fc.constantFrom(
  ...world.moments.flatMap((now) =>
    [-31, -2, -1, 0, 1, 2, 31].map((days) => new Date(now + days * 86_400_000).toISOString().slice(0, 10)),
  ),
  "1969-12-31",
  "2024-02-29",
);

const days = fc.constantFrom(1, 2, 7, 31);
const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values);
const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const there = oneOf(["empty", "filled"] as const);
const wantedText = fc
  .oneof(someText, someAddress, fc.constantFrom("test", "bücher.test", "@a.test", "A.TEST"))
  // As the schema takes it: spaces at the ends are cut off, and something is left.
  .filter((text) => text.trim() === text);

function textTests<S extends object>(subject: S) {
  return [
    fc.record({ op: oneOf(textOps), value: wantedText }).map((test) => ({ ...subject, ...test })),
    there.map((op) => ({ ...subject, op })),
  ];
}

function numberTests<S extends object>(subject: S, number: fc.Arbitrary<number>) {
  return [
    fc.record({ op: oneOf(numberOps), value: number }).map((test) => ({ ...subject, ...test })),
    fc.record({ from: number, to: number }).map((test) => ({ ...subject, op: "between" as const, ...test })),
  ];
}

function dayTests<S extends object>(subject: S) {
  return [
    fc.record({ op: oneOf(dayOps), date: someDay }).map((test) => ({ ...subject, ...test })),
    fc
      .record({ from: someDay, to: someDay })
      .map((test) => ({ ...subject, op: "between" as const, ...test })),
    fc.record({ op: oneOf(["inLast", "notInLast"] as const), days }).map((test) => ({ ...subject, ...test })),
  ];
}

const field = <K extends string>(kind: K, { id }: { id: string }) => ({
  about: "field" as const,
  kind,
  field: id,
});
const campaign = fc.option(oneOf(world.campaigns), { nil: undefined });

export const someCondition: fc.Arbitrary<Condition> = fc.oneof(
  ...textSubjects.flatMap((about) => textTests({ about })),
  fc.record({
    about: oneOf(["optedOut", "suppressed", "bounced"] as const),
    op: oneOf(["yes", "no"] as const),
  }),
  ...dayTests({ about: "created" as const }),
  ...countSubjects.flatMap((about) => numberTests({ about }, fc.nat(3))),
  ...textTests(field("text", town)),
  ...numberTests(field("number", visits), someNumber),
  there.map((op) => ({ ...field("number", visits), op })),
  ...dayTests(field("date", born)),
  days.map((count) => ({ ...field("date", born), op: "inNext" as const, days: count })),
  there.map((op) => ({ ...field("date", born), op })),
  oneOf(["yes", "no"] as const).map((op) => ({ ...field("yesNo", vip), op })),
  there.map((op) => ({ ...field("yesNo", vip), op })),
  fc
    .record({ op: oneOf(["oneOf", "noneOf"] as const), choices: some(["c1", "c2", "gone"]) })
    .map((test) => ({ ...field("choice", tier), ...test })),
  there.map((op) => ({ ...field("choice", tier), op })),
  fc
    .record({ op: oneOf(["in", "notIn"] as const), collections: some(world.collections) })
    .map((test) => ({ about: "collections" as const, ...test })),
  fc
    .record({ op: oneOf(["oneOf", "noneOf"] as const), consents: some(consents) })
    .map((test) => ({ about: "consent" as const, ...test })),
  fc.record({ about: oneOf(activitySubjects), op: oneOf(["ever", "never"] as const), campaign }),
  fc.record({
    about: oneOf(activitySubjects),
    op: oneOf(["inLast", "notInLast", "before"] as const),
    days,
    campaign,
  }),
) as fc.Arbitrary<Condition>;

function groupOf(part: fc.Arbitrary<QuestionPart>): fc.Arbitrary<QuestionGroup> {
  return fc.record({
    match: oneOf(["all", "any"] as const),
    not: oneOf([undefined, false, true]),
    of: fc.array(part, { minLength: 1, maxLength: 3 }),
  });
}

const inner = groupOf(someCondition);
/** Groups within groups, three deep. */
export const someQuestion = groupOf(fc.oneof(someCondition, inner, groupOf(fc.oneof(someCondition, inner))));
