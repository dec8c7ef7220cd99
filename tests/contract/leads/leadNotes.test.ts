import { afterAll, beforeAll, expect, test } from "bun:test";
import { leadLimits } from "../../../contract/limits/leads.ts";
import { createLeadNoteService } from "../../../server/leads/leadNotes.ts";
import { scopeNamed } from "../../support/leads/leadBook.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
});
afterAll(() => server.close());

let leads = 0;
async function leadWithNote(): Promise<string> {
  const body = { firstName: "Bo", lastName: "Example", email: `bo${++leads}@in.test` };
  const { _id: id } = await ada.client("POST /amplify/leads", { body });
  await ada.client("POST /amplify/leads/{id}/notes", { params: { id }, body: { text: "Met at the fair" } });
  return id;
}
const notesOf = (id: string) => ada.client("GET /amplify/leads/{id}/notes", { params: { id } });
const storedNotes = async (id: string) => {
  const { read, tables } = server.core.database;
  return (await read.select().from(tables.leadNotes)).filter((note) => note.leadId === id).length;
};

test("notes say who wrote them, the newest first, and nobody else's workspace finds them", async () => {
  const id = await leadWithNote();
  await ada.client("POST /amplify/leads/{id}/notes", { params: { id }, body: { text: "Bought twelve" } });
  const notes = await notesOf(id);
  expect(notes.map(({ text }) => text)).toEqual(["Bought twelve", "Met at the fair"]);
  expect(notes[0]?.by).toMatch(/\S+ \S+/);
  const eve = await server.signUp();
  const stranger = eve.client("GET /amplify/leads/{id}/notes", { params: { id } });
  await expect(stranger).rejects.toMatchObject({ code: "not_found" });
  const noteId = notes[0]?._id ?? "";
  const deleting = eve.client("DELETE /amplify/leads/{id}/notes/{noteId}", { params: { id, noteId } });
  await expect(deleting).rejects.toMatchObject({ code: "not_found" });
  expect(await notesOf(id)).toHaveLength(2);
});

test("a lead has so many notes and no more", async () => {
  const id = await leadWithNote();
  const add = () => ada.client("POST /amplify/leads/{id}/notes", { params: { id }, body: { text: "again" } });
  for (let count = 1; count < leadLimits.notesMax; count += 1) await add();
  await expect(add()).rejects.toMatchObject({ code: "conflict" });
  expect(await notesOf(id)).toHaveLength(leadLimits.notesMax);
});

test("notes go with their lead, and come back while its deletion can be undone", async () => {
  const [gone, back] = [await leadWithNote(), await leadWithNote()];
  await ada.client("DELETE /amplify/leads/{id}", { params: { id: gone } });
  expect(await storedNotes(gone)).toBe(0);

  const { deletionId } = await ada.client("POST /amplify/leads/actions", {
    body: { action: "delete", which: { ids: [back] } },
  });
  await expect(notesOf(back)).rejects.toMatchObject({ code: "not_found" });
  await ada.client("POST /amplify/leads/deletions/{id}/undo", { params: { id: deletionId ?? "" } });
  expect(await notesOf(back)).toMatchObject([{ text: "Met at the fair" }]);
});

test("notes of a lead that is in no list come back with it, also where the import that added it was undone meanwhile", async () => {
  const upload = {
    query: { name: "two.csv" },
    body: new Blob(["Name,Email\nCy,cy@in.test\nDi,di@in.test\n"]),
  };
  const { _id: id, guess: columns } = await ada.client("POST /amplify/imports", upload);
  const params = { id };
  await ada.client("POST /amplify/imports/{id}/start", { params, body: { columns, existing: "update" } });
  const isOver = async (state: string) =>
    (await ada.client("GET /amplify/imports/{id}", { params, query: {} })).state === state;
  await until(() => isOver("done"));
  const { items } = await ada.client("POST /amplify/leads/find", { body: { search: "cy@in.test" } });
  const cy = items[0]?._id ?? "";
  await ada.client("POST /amplify/leads/{id}/notes", {
    params: { id: cy },
    body: { text: "Met at the fair" },
  });
  const { deletionId } = await ada.client("POST /amplify/leads/actions", {
    body: { action: "delete", which: { ids: [cy] } },
  });
  await ada.client("POST /amplify/imports/{id}/undo", { params });
  await until(() => isOver("undone"));
  await ada.client("POST /amplify/leads/deletions/{id}/undo", { params: { id: deletionId ?? "" } });
  expect(await notesOf(cy)).toMatchObject([{ text: "Met at the fair" }]);
});

test("a note about a lead that is deleted for good at this moment is refused, as nobody could ever see it", async () => {
  const id = await leadWithNote();
  const { database } = server.core;
  const atomically: typeof database.atomically = async (...asked) => {
    await ada.client("DELETE /amplify/leads/{id}", { params: { id } });
    return database.atomically(...asked);
  };
  const notes = createLeadNoteService({ ...server.core, database: { ...database, atomically } });
  const adding = notes.add({ ...scopeNamed(ada.uid), id }, "Too late");
  await expect(adding).rejects.toMatchObject({ code: "not_found" });
  expect(await storedNotes(id)).toBe(0);
});

test("an account's export has the notes", async () => {
  await leadWithNote();
  const archive = await ada.client("GET /amplify/account/export");
  expect(Buffer.from(await archive.arrayBuffer()).toString("latin1")).toContain("lead-notes.csv");
});
