import { expect, test } from "bun:test";
import { guessColumns } from "../../../contract/imports/guessColumns.ts";
import { readOptout } from "../../../contract/imports/optout.ts";
import { plain } from "../../../contract/imports/optoutWords.ts";
import { readYesNo } from "../../../contract/leads/readFieldValue.ts";
import { leadRow } from "../../../contract/schemas/lead.ts";

const readings = {
  yes: [
    ..."yes Y TRUE 1 1.00 x X ✓ ✔️ ☑ + ja Oui sì sí wahr vrai vero да はい 是 예 ＹＥＳ unsub OPTED_OUT opted-out".split(
      " ",
    ),
    "Unsubscribed",
    "unsubscribed by link",
    "Abgemeldet",
    "désinscrit",
    "Opt out",
    "(yes)",
    "yes.",
    "Yes, by phone",
    "*yes*",
    "2024-01-15",
    "15.01.2024",
    "1/15/24",
    "15. Jan. 2024",
    "15 janv. 2024",
    "15 de enero de 2024",
    "Mon Jan 15 2024 10:00",
    "2024年1月15日",
    "2024-01-15T10:00:00Z",
    "Mar-24",
    "20240115",
    "2021",
    // The numbers of a day in a sheet, and of a moment in seconds and milliseconds.
    "45356",
    "45356.6041666667",
    "45356,6",
    "1705300000",
    "1705300000000",
    "1990",
    "2100",
    "20000",
    "80000",
    "500000000",
    "5000000000",
    "500000000000",
    "5000000000000",
  ],
  no: [
    ..."no N FALSE 0 0.0 - – ☐ nein Non não нет いいえ none null leer (blank) subscribed 0000-00-00".split(
      " ",
    ),
    "",
    "  ",
    "not unsubscribed",
    "opted in",
    "Opt-in",
  ],
  unread: [
    ..."maybe ? * 2 31 #N/A n/a active yes/no =A2 12:30".split(" "),
    "no more mails please",
    "No (since 2020)",
    "never subscribed",
    `x${" ".repeat(200)}x`,
    // Numbers of no year, no day and no moment, and what nobody writes for a yes.
    "1989",
    "2101",
    "19999",
    "80001",
    "499999999",
    "5000000001",
    "499999999999",
    "5000000000001",
    `yes, ${"yes, ".repeat(100)}`,
  ],
} as const;

for (const [reading, texts] of Object.entries(readings))
  test(`what people write for an opt-out is read as ${reading}`, () => {
    for (const text of texts)
      expect({ text, reading: readOptout(text) }).toEqual({ text, reading: reading as never });
  });

test("a column that says who unsubscribed is known by its heading", () => {
  const headings = [
    "Opt-out",
    "Opted out",
    "Abgemeldet",
    "Abgemeldet am",
    "Désinscrit",
    "Unsubscribed at",
    "Unsubscribed date",
    "UNSUB_TIME",
    "Email Opt Out",
    "HasOptedOutOfEmail",
    "Do not email",
    "Dado de baja",
    "¿Baja?",
    "Baja del boletín",
    "Uitgeschreven",
    "수신거부",
  ];
  const others = [
    "Unsubscribe link",
    "UNSUB_REASON",
    "Optional",
    "Company",
    "Status",
    "Newsletter",
    "Run subtotal",
    "Piano email",
    "Cancellation date",
    "Prioridad baja",
    "Fecha de baja",
  ];
  expect(guessColumns([...headings, ...others]).unsubscribed).toEqual(headings);
  // These tell by their values alone.
  expect(guessColumns(["Name", "Status"], { leaving: ["Name", "Status"] }).unsubscribed).toEqual(["Status"]);
});

test("a bulk row whose opt-out cannot be read is rejected, whatever the key is called", () => {
  const judged = (more: object) => {
    const { success, data } = leadRow.safeParse({ firstName: "Ada", email: "ada@in.test", ...more });
    return success ? (data?.optout ?? false) : "rejected";
  };
  for (const key of ["optout", "unsubscribed", "Opt-out", "optedOut", "unsubscribedAt"])
    for (const [value, judgement] of [
      ...([
        [true, true],
        [1, true],
        ["ja", true],
        ["2024-01-15", true],
        [45_356, true],
        ["x", true],
      ] as const),
      ...([
        [false, false],
        [0, false],
        ["nein", false],
        ["", false],
        [null, false],
        [undefined, false],
      ] as const),
      ...([
        ["maybe", "rejected"],
        [{}, "rejected"],
        [2, "rejected"],
        ["#N/A", "rejected"],
      ] as const),
    ] as const)
      expect({ key, value, judgement: judged({ [key]: value }) }).toEqual({ key, value, judgement });
  expect(judged({ optout: false, unsubscribed: "yes" })).toBe(true);
});

test("a stranger's cell of many thousand accents behind one letter is compared as it is, and not sorted first", () => {
  const cell = `n${"\u0301\u0323".repeat(40_000)}`;
  expect(plain(cell)).toBe(cell);
  expect(readYesNo(cell)).toBeNull();
  expect(readYesNo(`${" ".repeat(200)}Ne\u0301 `)).toBe(false);
});
