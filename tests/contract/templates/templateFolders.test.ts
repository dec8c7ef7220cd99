import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TemplateSummary } from "../../../contract/schemas/template.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_PLANS: "off" });
});
afterAll(() => server.close());

async function shelf() {
  const person = await server.signUp();
  const { client } = person;
  const template = await client("POST /templates", { body: { name: "Spring", html: "<p>Hi</p>" } });
  const folder = await client("POST /amplify/template-folders", { body: { name: "Receipts" } });
  const move = (folderId: string | null) =>
    client("PUT /templates/{id}/folder", { params: { id: template._id }, body: { folderId } });
  return { person, client, template, folder, move, shown: () => shownOf(person, template._id) };
}

async function shownOf({ client }: TestPerson, id: string): Promise<TemplateSummary> {
  const found = (await client("GET /templates/summaries")).find(({ _id }) => _id === id);
  if (found === undefined) throw new Error("the template is in no list");
  return found;
}

test("a template goes into a folder and out of it, and saving it leaves it where it is", async () => {
  const { client, template, folder, move, shown } = await shelf();
  expect((await shown()).folderId).toBeNull();
  await move(folder._id);
  await client("PUT /templates/{id}", { params: { id: template._id }, body: { name: "Summer" } });
  expect(await shown()).toMatchObject({ name: "Summer", folderId: folder._id });
  const { deletionId } = await client("DELETE /templates/{id}", { params: { id: template._id } });
  await client("POST /templates/deletions/{id}/undo", { params: { id: deletionId } });
  expect((await shown()).folderId).toBe(folder._id);
  await move(null);
  expect((await shown()).folderId).toBeNull();
});

test("templates of a folder that is deleted stay, and are in it again when that is undone", async () => {
  const { client, folder, move, shown } = await shelf();
  await move(folder._id);
  const params = { id: folder._id };
  await client("DELETE /amplify/template-folders/{id}", { params });
  expect(await client("GET /amplify/template-folders")).toEqual([]);
  expect((await shown()).folderId).toBeNull();
  await client("POST /amplify/template-folders/{id}/restore", { params });
  expect((await shown()).folderId).toBe(folder._id);
});

test("nobody puts a template into a stranger's folder, nor a stranger's or a public template into an own one", async () => {
  const ours = await shelf();
  const theirs = await shelf();
  const none = { status: 404 };
  await expect(ours.move(theirs.folder._id)).rejects.toMatchObject({
    ...none,
    reason: { code: "folder_not_found" },
  });
  const body = { folderId: ours.folder._id };
  for (const id of [theirs.template._id, "nothing"])
    await expect(ours.client("PUT /templates/{id}/folder", { params: { id }, body })).rejects.toMatchObject({
      ...none,
      reason: { code: "template_not_found" },
    });
  const shared = (await ours.client("GET /templates/summaries")).find((template) => template.public);
  const publicOne = ours.client("PUT /templates/{id}/folder", { params: { id: shared?._id ?? "" }, body });
  await expect(publicOne).rejects.toMatchObject(none);
  expect((await theirs.shown()).folderId).toBeNull();
});

test("a template was last used when something was sent with it, or it was saved", async () => {
  const { person, client, template, folder, move, shown } = await shelf();
  expect((await shown()).usedAt).toBe(template.updatedAt);
  const from = "me@sandbox.test";
  await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: from, alias: `Me <${from}>` },
  });
  await client("POST /amplify/leads/bulk", {
    body: { leads: [{ firstName: "Ann", email: "ann@in.test" }] },
  });
  await move(folder._id);
  const before = Date.now();
  const letter = { subject: "Hi", from, collection: "all" };
  await client("POST /email/send", { body: { ...letter, templateId: template._id } });
  const used = await shown();
  expect(used.usedAt).toBeGreaterThanOrEqual(before);
  expect(used).toMatchObject({ folderId: folder._id, updatedAt: template.updatedAt });

  // What somebody else sends with a public one says nothing of it here.
  const shared = (await client("GET /templates/summaries")).find((one) => one.public);
  const stranger = await server.signUp();
  const sharedId = shared?._id ?? "";
  await client("POST /email/send", { body: { ...letter, subject: "Ho", templateId: sharedId } });
  expect((await shownOf(person, sharedId)).usedAt).toBeGreaterThanOrEqual(before);
  expect((await shownOf(stranger, sharedId)).usedAt).toBe(shared?.updatedAt ?? 0);
});

test("templates are found by their names, whatever their capitals and accents", async () => {
  const { client } = await server.signUp();
  for (const name of ["Österreich", "Fête", "Plain_1"])
    await client("POST /templates", { body: { name, html: "<p>Hi</p>" } });
  const found = async (search: string) => {
    const templates = await client("GET /templates", { query: { search } });
    return templates.map(({ name }) => name);
  };
  expect(await found("österreich")).toEqual(["Österreich"]);
  expect(await found("FETE")).toEqual(["Fête"]);
  expect(await found("_")).toEqual(["Plain_1"]);
});
