import { expect, test } from "bun:test";
import { readConsent, readConsentValue } from "../../../contract/imports/consent.ts";
import { guessColumns } from "../../../contract/imports/guessColumns.ts";
import { eachDatabase } from "../../support/db/databases.ts";
import { deskBeforeEach, type ImportDesk } from "../../support/leads/importDesk.ts";
import { leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");
const { workspaceId } = ada;

test("a cell of a column of consents is a yes, a no, nothing said, or unread", () => {
  const read = (cells: readonly string[]) => [...new Set(cells.map(readConsent))];
  expect(
    read(["yes", "Ja", "x", "1", "TRUE", "granted", "Given", "2024-03-05", "erteilt", "accordé"]),
  ).toEqual(["granted"]);
  expect(
    read(["no", "Nein", "0", "false", "denied", "Withdrawn", "revoked", "widerrufen", "not granted"]),
  ).toEqual(["denied"]);
  expect(read(["", " ", "-", "unknown", "n/a", "pending"])).toEqual(["unsaid"]);
  expect(read(["perhaps", "yes, until 2020", "subscribed", "y".repeat(200)])).toEqual(["unread"]);
});

test("a program says a consent by true and false, by a number or by words, and nothing by leaving it out", () => {
  const values = [true, 1, "yes", false, 0, "denied", null, undefined, "", {}, [true], 7];
  expect(values.map(readConsentValue)).toEqual([
    ...(["granted", "granted", "granted", "denied", "denied", "denied"] as const),
    ...(["unsaid", "unsaid", "unsaid", "unread", "unread", "unread"] as const),
  ]);
});

test("a column of consents is known by its heading, and a consent to being tracked is none to mails", () => {
  const columns = [
    "Consent",
    "Tracking consent",
    "Allow tracking",
    "Marketing consent",
    "Tracking number",
    "Email",
  ];
  const guess = guessColumns(columns, { answering: columns });
  expect(guess.consent).toEqual(["Consent", "Tracking consent", "Allow tracking"]);
  // A bare one may be about mails as well, and a no is believed of both.
  expect(guess.subscribed).toEqual(["Consent", "Marketing consent"]);
  expect(guessColumns(["Email"])).not.toHaveProperty("consent");
});

const sheet = `Name,Email,Tracking consent
Eve,eve@in.test,yes
Fay,fay@in.test,no
Gus,gus@in.test,perhaps
Hal,hal@in.test,
Ida,ida@in.test,granted
Ida,ida@in.test,denied
`;

async function consentsIn(desk: ImportDesk) {
  const leads = await desk.all(workspaceId);
  return Object.fromEntries(
    leads.map(({ firstName, consent, consentHow }) => [firstName, [consent, consentHow]]),
  );
}

eachDatabase("an import of consents", (open) => {
  const desk = deskBeforeEach(open);
  const now = () => consentsIn(desk());

  test("tells before the start and in its report of cells that say neither", async () => {
    const looked = await desk().upload(ada, sheet);
    const asked = looked.unreadConsent?.find(({ column }) => column === "Tracking consent");
    expect(asked).toEqual({ column: "Tracking consent", count: 1, values: ["perhaps"] });
    const job = await desk().import(ada, sheet);
    expect(job.report).toMatchObject({ added: 5, rejected: 0, unfit: 1 });
    expect(job.report?.unfitCells).toMatchObject([
      { row: 4, column: "Tracking consent", cause: { code: "consent_unclear" } },
    ]);
    expect(await now()).toEqual({
      Eve: ["granted", "by_import"],
      Fay: ["denied", "by_import"],
      Gus: [undefined, undefined],
      Hal: [undefined, undefined],
      Ida: ["denied", "by_import"],
    });
  });

  test("turns a no into a yes only where somebody chose so, and never one that the lead said", async () => {
    await desk().leads.add(ada, leadNamed("Eve", { email: "eve@in.test", consent: "denied" }));
    await desk().import(ada, sheet);
    expect((await now()).Eve).toEqual(["denied", "by_person"]);
    await desk().import(ada, sheet, { overDenied: true });
    expect((await now()).Eve).toEqual(["granted", "by_import"]);
  });

  test("of leads that are to be left alone notes a no, and no yes", async () => {
    await desk().leads.add(ada, leadNamed("Eve", { email: "eve@in.test" }));
    await desk().leads.add(ada, leadNamed("Fay", { email: "fay@in.test", consent: "granted" }));
    await desk().import(ada, sheet, { existing: "skip" });
    expect(await now()).toMatchObject({ Eve: [undefined, undefined], Fay: ["denied", "by_import"] });
  });

  test("is undone with the import, but for what was said since", async () => {
    await desk().leads.add(ada, leadNamed("Eve", { email: "eve@in.test", lastName: "" }));
    const fay = await desk().leads.add(
      ada,
      leadNamed("Fay", { email: "fay@in.test", lastName: "", consent: "granted" }),
    );
    const job = await desk().import(
      ada,
      "Name,Email,Consent to tracking\nEve,eve@in.test,yes\nFay,fay@in.test,no\n",
    );
    expect(await now()).toMatchObject({ Eve: ["granted", "by_import"], Fay: ["denied", "by_import"] });
    const eve = (await desk().all(workspaceId)).find(({ firstName }) => firstName === "Eve");
    if (eve === undefined) throw new Error("Eve is gone");
    await desk().leads.change({ ...ada, id: eve._id }, { ...eve, consent: "denied" });
    await desk().undo(ada, job);
    expect(await now()).toEqual({ Eve: ["denied", "by_person"], Fay: ["granted", "by_person"] });
    expect((await desk().all(workspaceId)).find(({ _id }) => _id === fay._id)?.consentAt).toBe(fay.consentAt);
  });

  test("of leads that are left alone is undone too, where that is all the file did", async () => {
    await desk().leads.add(ada, leadNamed("Fay", { email: "fay@in.test", consent: "granted" }));
    const job = await desk().import(ada, "Name,Email,Consent to tracking\nOther,fay@in.test,no\n", {
      existing: "skip",
    });
    expect(await now()).toEqual({ Fay: ["denied", "by_import"] });
    await desk().undo(ada, job);
    expect(await now()).toEqual({ Fay: ["granted", "by_person"] });
  });
});

eachDatabase("an import of consents beside another", (open) => {
  const desk = deskBeforeEach(open);
  const now = () => consentsIn(desk());

  test("gives back what was known before another file too that was taken back before it", async () => {
    await desk().leads.add(ada, leadNamed("Eve", { email: "eve@in.test" }));
    const file = (said: string) => `Name,Email,Consent to tracking\nEve,eve@in.test,${said}\n`;
    const first = await desk().import(ada, file("yes"));
    const second = await desk().import(ada, file("no"));
    await desk().undo(ada, first);
    expect(await now()).toEqual({ Eve: ["denied", "by_import"] });
    await desk().undo(ada, second);
    expect(await now()).toEqual({ Eve: [undefined, undefined] });
    await desk().leads.add(ada, leadNamed("Fay", { email: "fay@in.test", consent: "granted" }));
    const theirs = (said: string) => `Name,Email,Consent to tracking\nFay,fay@in.test,${said}\n`;
    const no = await desk().import(ada, theirs("no"), { existing: "skip" });
    const yes = await desk().import(ada, theirs("yes"), { overDenied: true });
    for (const job of [no, yes]) await desk().undo(ada, job);
    expect((await now()).Fay).toEqual(["granted", "by_person"]);
  });
});
