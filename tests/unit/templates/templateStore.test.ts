import { expect, test } from "bun:test";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { callerNamed, type LeadBook, leadBook, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = callerNamed("ada");
const bob = callerNamed("bob");
const admin = callerNamed("root", { role: "admin" });
const draft = { name: "Spring", html: "<p>Hello</p>" };

eachDatabase("a template", (open) => {
  const database = emptyBeforeEach(open);
  const templates = () => leadBook(database()).templates;
  const deletions = () => leadBook(database()).deletions;

  test("keeps its design as it came, whatever the editor puts into it", async () => {
    const designs = [
      { body: { rows: [{ id: "x", unknown: { deep: [null, 1.5, "ü\u2028", true] } }] }, "a b": "" },
      JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'),
      ["a list"],
      "a text",
      0,
      false,
      null,
    ];
    for (const design of designs) {
      const { _id } = await templates().add(ada.scope, { ...draft, design });
      const stored = (await owned(templates(), ada.uid)).find((each) => each._id === _id);
      expect(JSON.stringify(sorted(stored?.design))).toBe(JSON.stringify(sorted(design)));
    }
  });

  test("counts its version up, and a change leaves what it does not name", async () => {
    const { _id: id } = await templates().add(ada.scope, { ...draft, design: { a: 1 } });
    const renamed = await templates().change(
      { scope: ada.scope, person: ada, id },
      { name: "Summer", version: 1 },
    );
    expect(renamed).toMatchObject({ name: "Summer", html: draft.html, design: { a: 1 }, version: 2 });
    const emptied = await templates().change({ scope: ada.scope, person: ada, id }, { design: null });
    expect(emptied).toMatchObject({ name: "Summer", design: null, version: 3 });
  });

  test("saved elsewhere meanwhile is not overwritten", async () => {
    const { _id: id } = await templates().add(ada.scope, draft);
    await templates().change({ scope: ada.scope, person: ada, id }, { name: "First", version: 1 });
    const second = templates().change({ scope: ada.scope, person: ada, id }, { name: "Second", version: 1 });
    await expect(second).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Save As"),
    });
    expect(await owned(templates(), ada.uid)).toMatchObject([{ name: "First", version: 2 }]);
  });

  test("of somebody else is not found, and stays as it was", async () => {
    const { _id: id } = await templates().add(ada.scope, draft);
    for (const who of [bob, admin]) {
      await expect(
        templates().change({ scope: who.scope, person: who, id }, { name: "Mine" }),
      ).rejects.toMatchObject({
        code: "not_found",
      });
      await expect(deletions().remove({ scope: who.scope, person: who, id })).rejects.toMatchObject({
        code: "not_found",
      });
      expect(await templates().contentFor(who.scope, id)).toBe(null);
    }
    expect(await owned(templates(), ada.uid)).toMatchObject([{ ...draft, version: 1 }]);
    expect((await templates().contentFor(ada.scope, id))?.html).toBe(draft.html);
  });
});

eachDatabase("a public template", (open) => {
  const database = emptyBeforeEach(open);
  const templates = () => leadBook(database()).templates;
  const deletions = () => leadBook(database()).deletions;

  async function published(): Promise<string> {
    const { _id: id } = await templates().add(admin.scope, draft);
    const { tables, atomically } = database();
    await atomically((write) => ({ changed: write.update(tables.templates).set({ public: true }) }));
    return id;
  }

  test("is everybody's to use and an administrator's to change", async () => {
    const id = await published();
    expect((await Array.fromAsync(templates().shared())).flat()).toMatchObject([{ ...draft, public: true }]);
    expect(await owned(templates(), admin.uid)).toEqual([]);
    expect((await templates().contentFor(bob.scope, id))?.html).toBe(draft.html);
    const change = { name: "Better" };
    await expect(templates().change({ scope: bob.scope, person: bob, id }, change)).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(deletions().remove({ scope: bob.scope, person: bob, id })).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await templates().change({ scope: admin.scope, person: admin, id }, change)).toMatchObject({
      name: "Better",
      version: 2,
    });
    await deletions().remove({ scope: admin.scope, person: admin, id });
    expect(await Array.fromAsync(templates().shared())).toEqual([]);
  });
});

async function owned(templates: LeadBook["templates"], workspaceId: string) {
  return (await Array.fromAsync(templates.owned(scopeNamed(workspaceId)))).flat();
}

/** PostgreSQL keeps an object's keys in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, each]) => [key, sorted(each)]);
}
