import { expect, test } from "bun:test";
import { guessColumns } from "../../../contract/imports/guessColumns.ts";
import { answersHeading, deniesOptin, readOptin } from "../../../contract/imports/optin.ts";
import { leadRow } from "../../../contract/schemas/lead.ts";

const out = [
  ..."no No N FALSE 0 0.0 nein Non não нет いいえ 否 off ☐ unsubscribed Abgemeldet désinscrit 退订".split(
    " ",
  ),
  "opted out",
  "Opt-out",
  "removed",
  "unsubscribed 2024-01-15",
];
const staying = [
  ..."yes Y TRUE 1 x X ✓ ja Oui sì да はい 是 on subscribed Angemeldet inscrit 2024-01-15 15.01.2024 45356".split(
    " ",
  ),
  "opted in",
  "Opt-in",
  "not unsubscribed",
  "2024-01-15T10:00:00Z",
  "1/15/24 10:00",
];
const unread = [
  ..."- – none null n/a maybe weekly 2 yes/no".split(" "),
  "",
  "  ",
  "(blank)",
  "Yes, until 2020",
  "ja, widerrufen",
  "revoked 2024-01-15",
  "declined 2024",
  "No (since 2020)",
  "192.168.1.1",
  "not subscribed",
  `x${" ".repeat(200)}x`,
  "never unsubscribed",
  "unsubscribed: no",
  `yes${" ".repeat(200)}`,
];

test("a column that says who wants mail is read the other way round, and only a clear yes keeps anybody", () => {
  for (const [texts, reading] of [
    [out, "yes"],
    [staying, "no"],
    [unread, "unread"],
  ] as const)
    for (const text of texts) expect({ text, reading: readOptin(text) }).toEqual({ text, reading });
});

test("a program's value is a no to mails only where it clearly is one", () => {
  const values = [true, 1, "yes", false, 0, "no", "nein", "maybe", "", null, undefined, {}, ["no"]];
  expect(values.filter(deniesOptin)).toEqual([false, 0, "no", "nein"]);
});

test("a plain yes or no answers the heading of its column, and nothing else does", () => {
  const cells = [
    "yes",
    "Nein",
    "x",
    "☐",
    "1",
    "0",
    "2",
    "",
    "-",
    "subscribed",
    "yes, by phone",
    "2024-01-15",
  ];
  expect(cells.filter(answersHeading)).toEqual(["yes", "Nein", "x", "☐", "1", "0"]);
});

const wanting = [
  "Subscribed",
  "Is subscribed",
  "Opted in",
  "Opt-in",
  "HasOptedIn",
  "EMAIL_OPTIN",
  "Newsletter",
  "Newsletter?",
  "Marketing consent",
  "Accepts marketing",
  "Accepts Email Marketing",
  "Email marketing consent",
  "Mailing list",
  "Abonniert",
  "Angemeldet",
  "Werbeeinwilligung",
  "Werbung erlaubt",
  "Inscrit",
  "Abonné",
  "Consentement",
  "Suscrito",
  "Boletín",
  "Iscritto",
  "Consenso marketing",
  "Inscrito",
  "Assinante",
  "Ingeschreven",
  "Nieuwsbrief",
  "Nyhetsbrev",
  "Samtycke",
  "Samtykke",
  "Tilmeldt",
  "Zapisany",
  "Zgoda",
  "Souhlas",
  "Odebírá",
  "Подписан",
  "Согласие",
  "メルマガ購読",
  "订阅",
  "訂閱",
  "수신동의",
];
const others = [
  "Unsubscribed",
  "Opt-out",
  "Désinscrit",
  "Abgemeldet",
  "取消订阅",
  "구독취소",
  "수신거부",
  "отписан",
  "Newsletter abbestellt",
  "Newsletter cancelled",
  "Nicht angemeldet",
  "Kein Newsletter",
  "No newsletter",
  "Keine Werbung",
  "Don't send newsletter",
  "Consent withdrawn",
  "Einwilligung widerrufen",
  "Excluded from newsletter",
  "Subscribed at",
  "OPTIN_TIME",
  "OPTIN_IP",
  "Opt-in date",
  "Newsletter source",
  "Subscriber ID",
  "SMS opt-in",
  "Phone consent",
  "Status",
  "Subscription status",
  "Abonnement",
  "Email",
  "Company",
];

test("a column that says who wants mail is known by its heading, where a cell answers it", () => {
  const all = [...wanting, ...others];
  expect(guessColumns(all, { answering: all }).subscribed).toEqual(wanting);
  // Dates, words and names answer nothing.
  expect(guessColumns(all).subscribed).toEqual([]);
});

test("no column is taken in both senses, and words of a status stay what they were", () => {
  const words = { leaving: ["Newsletter", "Status"] };
  expect(guessColumns(["Newsletter", "Status"], words)).toMatchObject({
    unsubscribed: ["Newsletter", "Status"],
    subscribed: [],
  });
  expect(
    guessColumns(["Newsletter", "Status"], { ...words, answering: ["Newsletter", "Status"] }),
  ).toMatchObject({
    unsubscribed: ["Status"],
    subscribed: ["Newsletter"],
  });
});

test("a row of a call with many leads that says no to mail opts out, and nothing else it says there does", () => {
  const optoutOf = (more: object) => {
    const { success, data } = leadRow.safeParse({ firstName: "Ada", email: "ada@in.test", ...more });
    return success ? (data?.optout ?? false) : "rejected";
  };
  for (const key of ["Newsletter", "subscribed", "acceptsMarketing", "Marketing consent"]) {
    for (const value of [false, 0, "no", "nein", "unsubscribed"])
      expect({ key, value, is: optoutOf({ [key]: value }) }).toEqual({ key, value, is: true });
    for (const value of [true, 1, "ja", "", null, undefined, "weekly", {}, []])
      expect({ key, value, is: optoutOf({ [key]: value }) }).toEqual({ key, value, is: false });
  }
  expect(optoutOf({ optout: false, newsletter: "no" })).toBe(true);
  expect(optoutOf({ optout: "maybe", newsletter: "yes" })).toBe("rejected");
});
