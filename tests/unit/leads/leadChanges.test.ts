import { expect, test } from "bun:test";
import { leadLimits } from "../../../contract/limits/leads.ts";
import type { LeadChange } from "../../../contract/schemas/lead.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");
const bob = scopeNamed("bob");
const onlyRecipient = "This person has said that they want no more mails. Only they can subscribe again.";

eachDatabase("one lead", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => leadBook(database());

  test("is answered with the collections it names, which are made where they are missing", async () => {
    const { leads, collections } = book();
    await leads.add(ada, leadNamed("Eve", { collection: ["spring", "autumn"] }));
    const lead = await leads.add(ada, leadNamed("Fay", { collection: ["spring"] }));
    expect(lead).toMatchObject({ email: "fay@example.com", collection: ["spring"], optout: false });
    expect(await collections.list(ada)).toMatchObject([
      { name: "autumn", count: 1 },
      { name: "spring", count: 2 },
    ]);
  });

  test("names its collections, and the list of all has them, in the order that people count in", async () => {
    const { leads, collections } = book();
    const named = ["batch 10", "batch 2", "ümlaut", "zest", "batch 1"];
    const counted = ["batch 1", "batch 2", "batch 10", "ümlaut", "zest"];
    const { _id } = await leads.add(ada, leadNamed("Eve", { collection: named }));
    expect((await collections.list(ada)).map(({ name }) => name)).toEqual(counted);
    expect((await leads.one({ ...ada, id: _id })).collection).toEqual(counted);
    const { items } = await leads.page(ada, { page: 1, collection: "all" });
    expect(items.map(({ collection }) => collection)).toEqual([counted]);
  });

  test("is refused at an address that is a lead already, and leaves no collection behind", async () => {
    const { leads, collections, all } = book();
    await leads.add(ada, leadNamed("Eve"));
    const again = leads.add(ada, leadNamed("Eve", { firstName: "Other", collection: ["new"], optout: true }));
    await expect(again).rejects.toMatchObject({
      code: "conflict",
      message: "A lead with this email already exists",
    });
    expect(await collections.list(ada)).toEqual([]);
    expect(await all(ada.workspaceId)).toMatchObject([{ firstName: "Eve", optout: false }]);
    await leads.add(bob, leadNamed("Eve"));
  });

  test("cannot take the address of another one", async () => {
    const { leads, all } = book();
    await leads.add(ada, leadNamed("Eve"));
    const fay = await leads.add(ada, leadNamed("Fay", { collection: ["spring"] }));
    const change = leads.change({ ...ada, id: fay._id }, leadNamed("Eve", { collection: ["x"] }));
    await expect(change).rejects.toMatchObject({ code: "conflict" });
    expect(await all(ada.workspaceId)).toMatchObject([
      { firstName: "Eve", collection: [] },
      { firstName: "Fay", email: "fay@example.com", collection: ["spring"] },
    ]);
  });

  test("belongs to its owner: nobody else can change or delete it", async () => {
    const { leads, all } = book();
    const { _id: id } = await leads.add(ada, leadNamed("Eve", { collection: ["spring"] }));
    const before = await all(ada.workspaceId);
    const key = { ...bob, id };
    await expect(leads.change(key, leadNamed("Mallory"))).rejects.toMatchObject({ code: "not_found" });
    await expect(leads.remove(key)).rejects.toMatchObject({ code: "not_found" });
    expect(await all(ada.workspaceId)).toEqual(before);
  });
});

eachDatabase("the collections of a lead", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => leadBook(database());

  test("change as a whole, and lose it when it is deleted", async () => {
    const { leads, collections } = book();
    const { _id: id } = await leads.add(ada, leadNamed("Eve", { collection: ["one", "two"] }));
    const changed = await leads.change({ ...ada, id }, leadNamed("Eve", { collection: ["two", "three"] }));
    expect(changed.collection).toEqual(["three", "two"]);
    await leads.remove({ ...ada, id });
    expect((await collections.list(ada)).map(({ count }) => count)).toEqual([0, 0, 0]);
  });

  test("are at most as many as a person may have, and those that are there can be joined", async () => {
    const { leads, collections, imports } = book();
    const max = leadLimits.collectionsPerUser;
    const collection = Array.from({ length: max }, (_, index) => `c${index}`);
    // A lead's row may name fifty.
    const rows = Array.from({ length: max / 50 }, (_, index) =>
      leadNamed(`Lead${index}`, { collection: collection.slice(index * 50, index * 50 + 50) }),
    );
    await imports.import(ada, rows);
    await expect(leads.add(ada, leadNamed("Eve", { collection: ["more"] }))).rejects.toMatchObject({
      code: "conflict",
      message: `At most ${max} collections fit. Delete one that you no longer need first.`,
    });
    await expect(collections.add({ ...ada, name: "more" })).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(imports.import(ada, [leadNamed("Eve", { collection: ["more"] })])).rejects.toMatchObject({
      code: "conflict",
    });
    expect((await leads.add(ada, leadNamed("Eve", { collection: ["c7"] }))).collection).toEqual(["c7"]);
  });
});

eachDatabase("the opt-out of a lead", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => leadBook(database());

  test("holds from the start where the address is suppressed, whatever the caller says", async () => {
    const { leads, unsubscribe } = book();
    await unsubscribe(ada.workspaceId, "eve@example.com");
    const lead = await leads.add(ada, leadNamed("Eve", { optout: false }));
    expect(lead.optout).toBe(true);
    expect((await leads.add(bob, leadNamed("Eve"))).optout).toBe(false);
  });

  test("made by the owner is the owner's to lift", async () => {
    const { leads, isSuppressed } = book();
    const { _id: id } = await leads.add(ada, leadNamed("Eve", { optout: true }));
    expect(await isSuppressed(ada.workspaceId, "eve@example.com")).toBe(true);
    const lifted = await leads.change({ ...ada, id }, leadNamed("Eve", { optout: false }));
    expect(lifted.optout).toBe(false);
    expect(await isSuppressed(ada.workspaceId, "eve@example.com")).toBe(false);
  });

  test("made by the recipient stays until the recipient lifts it", async () => {
    const { leads, unsubscribe, all } = book();
    await unsubscribe(ada.workspaceId, "eve@example.com");
    const { _id: id } = await leads.add(ada, leadNamed("Eve", { optout: true }));
    const change = leads.change({ ...ada, id }, leadNamed("Eve", { phone: "1", optout: false }));
    await expect(change).rejects.toMatchObject({ code: "conflict", message: onlyRecipient });
    expect(await all(ada.workspaceId)).toMatchObject([{ phone: "", optout: true }]);
  });
});

eachDatabase("the opt-out of a changed lead", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => leadBook(database());

  test("stays as it is when a change does not name it", async () => {
    const { leads } = book();
    const { _id: id } = await leads.add(ada, leadNamed("Eve", { optout: true }));
    const changed = await leads.change({ ...ada, id }, leadNamed("Eve", { phone: "1" }));
    expect(changed).toMatchObject({ phone: "1", optout: true });
  });

  test("goes along to another address", async () => {
    const { leads, isSuppressed } = book();
    const { _id: id } = await leads.add(ada, leadNamed("Eve", { optout: true }));
    const moved = await leads.change({ ...ada, id }, leadNamed("Eva"));
    expect(moved).toMatchObject({ email: "eva@example.com", optout: true });
    expect(await isSuppressed(ada.workspaceId, "eva@example.com")).toBe(true);
    expect(await isSuppressed(ada.workspaceId, "eve@example.com")).toBe(true);
  });

  test("of the address that a lead moves to counts, though the whole lead says no", async () => {
    const { leads, unsubscribe } = book();
    await unsubscribe(ada.workspaceId, "eva@example.com");
    const { _id: id } = await leads.add(ada, leadNamed("Eve"));
    const moved = await leads.change({ ...ada, id }, leadNamed("Eva", { optout: false }));
    expect(moved).toMatchObject({ email: "eva@example.com", optout: true });
  });

  test("outlives the lead", async () => {
    const { leads, imports, all } = book();
    const { _id: id } = await leads.add(ada, leadNamed("Eve", { optout: true }));
    await leads.remove({ ...ada, id });
    await imports.import(ada, [leadNamed("Eve")]);
    expect(await all(ada.workspaceId)).toMatchObject([{ email: "eve@example.com", optout: true }]);
  });
});

eachDatabase("of two who change the same field of a lead at once", (open) => {
  const database = emptyBeforeEach(open);
  const two = {
    text: ["a", "b"],
    number: [1.5, 2],
    date: ["2026-01-01", "2026-01-02"],
    yesNo: [true, false],
  };

  test("the second hears of it, whatever the field holds, and who changes another one does not", async () => {
    const { leads, fields } = leadBook(database());
    for (const kind of ["text", "number", "date", "yesNo", "choice"] as const)
      await fields.add(ada, { label: kind, kind, choices: kind === "choice" ? ["red", "blue"] : [] });
    const { _id: id } = await leads.add(ada, leadNamed("Eve"));
    const change = (values: LeadChange["fields"], was?: LeadChange["fields"]) =>
      leads.change(
        { ...ada, id },
        { ...leadNamed("Eve"), fields: values, ...(was === undefined ? {} : { was: { fields: was } }) },
      );
    for (const [key, values] of Object.entries({ ...two, choice: ["red", "blue"] }))
      for (const was of [null, ...values]) {
        await change({ [key]: was });
        const both = await Promise.allSettled(
          values.map((value) => change({ [key]: value === was ? null : value }, { [key]: was })),
        );
        const told = both.map(({ status }) => status).toSorted();
        expect({ key, was, told }).toEqual({ key, was, told: ["fulfilled", "rejected"] });
      }
    await change({ text: null, number: null });
    await Promise.all([change({ text: "x" }, { text: null }), change({ number: 9 }, { number: null })]);
    expect((await leads.one({ ...ada, id })).fields).toMatchObject({ text: "x", number: 9 });
  });
});
