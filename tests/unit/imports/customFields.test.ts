import { expect, test } from "bun:test";
import { eachDatabase } from "../../support/db/databases.ts";
import { deskBeforeEach, type ImportDesk } from "../../support/leads/importDesk.ts";
import { leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");
const sheet = `First name,Email,Company,Seats,Renewal,VIP,Tier,Zip
Eve,eve@in.test,Acme,"1.234,5",2026-02-28,yes,Gold,00123
Fay,fay@in.test,,many,31.1.2026,,silver,12345
Gus,gus@in.test,Zed,3,2026-02-30,perhaps,Gold,01234
Eve,EVE@in.test,Later,9,,no,,99999
`;
const fresh = [
  { column: "Company", label: "Company", kind: "text" },
  { column: "Seats", label: "Seats", kind: "number" },
  { column: "Renewal", label: "Renewal", kind: "date" },
  { column: "VIP", label: "Vip", kind: "yesNo", newKey: "isVip" },
  { column: "Tier", label: "Tier", kind: "choice" },
] as const;

async function fieldsIn(desk: ImportDesk) {
  return (await desk.all(ada.workspaceId))
    .map(({ firstName, fields }) => [firstName, fields])
    .toSorted(([left], [right]) => String(left).localeCompare(String(right)));
}

eachDatabase("an import into custom fields", (open) => {
  const desk = deskBeforeEach(open);
  const fieldsOf = () => fieldsIn(desk());

  test("says before the start what each column could be, and how many cells are not that", async () => {
    const { fits = [] } = await desk().upload(ada, sheet);
    const told = Object.fromEntries(fits.map(({ column, kind, unfit }) => [column, [kind, unfit]]));
    expect(told.Seats).toEqual(["text", { text: 0, number: 1, date: 4, yesNo: 4, address: 4 }]);
    expect(told.Renewal).toEqual(["text", { text: 0, number: 3, date: 1, yesNo: 3, address: 3 }]);
    expect(told.VIP).toEqual(["text", { text: 0, number: 3, date: 3, yesNo: 1, address: 3 }]);
    // A number that begins with a zero is a code.
    expect(told.Zip?.[0]).toBe("text");
    expect(fits.find(({ column }) => column === "Tier")?.values).toEqual([
      { value: "Gold", count: 2 },
      { value: "silver", count: 1 },
    ]);
  });

  test("counts what a broken formula shows, and what shows nothing, as blank, as the import does", async () => {
    const lines = [
      "First name,Email,Balance,Since",
      "#REF!,ann@a.test,#DIV/0!,",
      "Bob,\u200b,#N/A,2026-01-02",
    ];
    const { fits = [] } = await desk().upload(ada, lines.join("\n"));
    expect(fits.map(({ column, kind, filled }) => [column, kind, filled])).toEqual([
      ["First name", "text", 1],
      ["Email", "text", 1],
      ["Balance", "text", 0],
      ["Since", "date", 1],
    ]);
  });

  test("takes amounts of money as numbers where somebody says so, and keeps their currency where nobody does", async () => {
    const lines = ["First name;Email;Price;Fee", "Ann;ann@a.test;1.234,50 €;3,5", "Bob;bob@a.test;-3 €;4"];
    const { fits = [] } = await desk().upload(ada, lines.join("\n"));
    expect(fits.slice(2).map(({ kind, unfit }) => [kind, unfit.number])).toEqual([
      ["text", 0],
      ["number", 0],
    ]);
    const job = await desk().import(ada, lines.join("\n"), {
      fields: [{ column: "Price", label: "Price", kind: "number" }],
    });
    expect(job.report).toMatchObject({ added: 2 });
    expect(await fieldsOf()).toEqual([
      ["Ann", { price: 1234.5 }],
      ["Bob", { price: -3 }],
    ]);
  });

  test("makes the new ones, takes each row, and tells of every cell that did not fit", async () => {
    const job = await desk().import(ada, sheet, { fields: [...fresh] });
    expect(job.report).toMatchObject({ added: 3, skipped: 1, rejected: 0, unfit: 3 });
    expect(job.report?.unfitCells?.map(({ row, column, cause }) => [row, column, cause.code])).toEqual([
      [3, "Seats", "field_value_not_number"],
      [4, "Renewal", "field_value_not_date"],
      [4, "VIP", "field_value_not_yes_no"],
    ]);
    expect(
      job.report?.repeated?.map(({ row, text, cause }) => [row, text, cause.code, cause.params]),
    ).toEqual([[5, "Eve · eve@in.test", "row_repeated", { row: 2 }]]);
    expect(job.choice?.fields).toContainEqual({ column: "VIP", key: "isVip" });
    expect(await fieldsOf()).toEqual([
      ["Eve", { company: "Acme", seats: 1234.5, renewal: "2026-02-28", isVip: true, tier: "Gold" }],
      ["Fay", { renewal: "2026-01-31", tier: "silver" }],
      ["Gus", { company: "Zed", seats: 3, tier: "Gold" }],
    ]);
  });
});

eachDatabase("a later import into custom fields", (open) => {
  const desk = deskBeforeEach(open);
  const fieldsOf = () => fieldsIn(desk());

  test("updates known leads with what is not blank, and its undoing gives back what they had", async () => {
    await desk().import(ada, sheet, { fields: [...fresh] });
    const before = await fieldsOf();
    const later =
      "Name,Email,Company,Seats\nEve,eve@in.test,,7\nFay,fay@in.test,New,\nGus,gus@in.test,Zed,3\n";
    const fields = [
      { column: "Company", key: "company" },
      { column: "Seats", key: "SEATS" },
    ];
    const job = await desk().import(ada, later, { fields });
    expect(job.report).toMatchObject({ added: 0, updated: 3 });
    const [eve, fay, gus] = before;
    const after = [
      ["Eve", { ...(eve?.[1] as object), seats: 7 }],
      ["Fay", { ...(fay?.[1] as object), company: "New" }],
      gus,
    ];
    expect(await fieldsOf()).toEqual(after as typeof before);
    const edited = (await desk().all(ada.workspaceId)).find(({ firstName }) => firstName === "Fay");
    if (edited === undefined) throw new Error("Fay is gone");
    await desk().leads.change({ ...ada, id: edited._id }, { ...edited, fields: { company: "Mine" } });
    await desk().undo(ada, job);
    expect(await fieldsOf()).toEqual([
      eve,
      ["Fay", { ...(fay?.[1] as object), company: "Mine" }],
      gus,
    ] as typeof before);
  });

  test("gives back what leads had, also once a field that it wrote is forgotten", async () => {
    const { leads, fields, core, all } = desk();
    const gus = await leads.add(ada, leadNamed("Gus"));
    const job = await desk().import(ada, "Name,Email,Company\nGustav,gus@example.com,Acme\n", {
      fields: [{ column: "Company", label: "Company", kind: "text" }],
    });
    const [company] = await fields.list(ada);
    await fields.remove({ ...ada, id: company?._id ?? "" });
    const { customFields } = core.database.tables;
    await core.database.atomically((write) => ({ aged: write.update(customFields).set({ deletedAt: 1 }) }));
    await fields.forgetOld();
    await desk().undo(ada, job);
    expect(await all(ada.workspaceId)).toEqual([gus]);
  });

  test("refuses a field that is not there, and one that two columns name, and makes no collection for it", async () => {
    const job = await desk().upload(ada, sheet);
    const start = (fields: { column: string; key: string }[]) =>
      desk().files.start(ada, {
        id: job._id,
        choice: { columns: job.guess, collection: "autumn", existing: "update", fields },
      });
    await expect(start([{ column: "Company", key: "company" }])).rejects.toMatchObject({
      reason: { code: "field_unknown" },
    });
    await expect(start([{ column: "Nothing", key: "company" }])).rejects.toMatchObject({
      reason: { code: "import_column_missing" },
    });
    await desk().fields.add(ada, { label: "Company", kind: "text" });
    const twice = start(["Company", "Tier"].map((column) => ({ column, key: "company" })));
    await expect(twice).rejects.toMatchObject({ reason: { code: "field_for_two_columns" } });
    expect(await desk().collections.list(ada)).toEqual([]);
  });
});
