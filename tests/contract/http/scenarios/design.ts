import { expect } from "bun:test";
import { scenario, type World } from "../../../support/server/scenario.ts";
import { tinyPng } from "../../../support/templates/tinyPng.ts";

const row = { id: "r", cells: [1], columns: [{ id: "c", values: {}, contents: [] }], values: {} };

function upload(): FormData {
  const form = new FormData();
  form.append("file", new File([tinyPng], "logo.png"));
  return form;
}

const addImage = ({ person }: World) => person.client("POST /amplify/images", { body: upload() });
const addRow = ({ person }: World) =>
  person.client("POST /amplify/saved-rows", { body: { name: "Footer", row } });

const addFolder = ({ person }: World) =>
  person.client("POST /amplify/template-folders", { body: { name: "Receipts" } });

export const designScenarios = [
  scenario(
    "GET /amplify/images",
    async (world) => {
      await addImage(world);
      return { input: {} };
    },
    ({ json }) => expect(json).toMatchObject([{ name: "logo.png", width: 1, height: 1 }]),
  ),

  scenario(
    "GET /amplify/images/use",
    async (world) => {
      await addImage(world);
      return { input: {} };
    },
    ({ json }) => {
      // As much as the plan allows, which another call here may have raised.
      expect([104_857_600, 524_288_000]).toContain((json as { bytesMax: number }).bytesMax);
      expect(json).toMatchObject({ countMax: 300 });
    },
  ),

  scenario(
    "POST /amplify/images",
    () => ({ input: { body: upload() } }),
    ({ json }) => expect(json).toMatchObject({ name: "logo.png", bytes: tinyPng.length }),
  ),

  scenario("PUT /amplify/images/{id}", async (world) => ({
    input: { params: { id: (await addImage(world))._id }, body: { alt: "Our logo" } },
  })),

  scenario(
    "POST /amplify/images/{id}/restore",
    async (world) => {
      const { _id: id } = await addImage(world);
      await world.person.client("DELETE /amplify/images/{id}", { params: { id } });
      return { input: { params: { id } } };
    },
    ({ json }) => expect(json).toMatchObject({ name: "logo.png" }),
  ),

  scenario("DELETE /amplify/images/{id}", async (world) => ({
    input: { params: { id: (await addImage(world))._id } },
  })),

  scenario(
    "GET /amplify/saved-rows",
    async (world) => {
      await addRow(world);
      return { input: {} };
    },
    ({ json }) => expect(json).toMatchObject([{ name: "Footer", row }]),
  ),

  scenario(
    "POST /amplify/saved-rows",
    () => ({ input: { body: { name: " Footer ", row } } }),
    ({ json }) => expect(json).toMatchObject({ name: "Footer", row }),
  ),

  scenario("PUT /amplify/saved-rows/{id}", async (world) => ({
    input: { params: { id: (await addRow(world))._id }, body: { name: "Header" } },
  })),

  scenario(
    "POST /amplify/saved-rows/{id}/restore",
    async (world) => {
      const { _id: id } = await addRow(world);
      await world.person.client("DELETE /amplify/saved-rows/{id}", { params: { id } });
      return { input: { params: { id } } };
    },
    ({ json }) => expect(json).toMatchObject({ name: "Footer" }),
  ),

  scenario("DELETE /amplify/saved-rows/{id}", async (world) => ({
    input: { params: { id: (await addRow(world))._id } },
  })),

  scenario(
    "GET /amplify/template-folders",
    async (world) => {
      await addFolder(world);
      return { input: {} };
    },
    ({ json }) => expect(json).toMatchObject([{ name: "Receipts" }]),
  ),

  scenario(
    "POST /amplify/template-folders",
    () => ({ input: { body: { name: " Receipts " } } }),
    ({ json }) => expect(json).toMatchObject({ name: "Receipts" }),
  ),

  scenario("PUT /amplify/template-folders/{id}", async (world) => ({
    input: { params: { id: (await addFolder(world))._id }, body: { name: "Invoices" } },
  })),

  scenario(
    "POST /amplify/template-folders/{id}/restore",
    async (world) => {
      const { _id: id } = await addFolder(world);
      await world.person.client("DELETE /amplify/template-folders/{id}", { params: { id } });
      return { input: { params: { id } } };
    },
    ({ json }) => expect(json).toMatchObject({ name: "Receipts" }),
  ),

  scenario("DELETE /amplify/template-folders/{id}", async (world) => ({
    input: { params: { id: (await addFolder(world))._id } },
  })),

  scenario("PUT /templates/{id}/folder", async (world) => {
    const body = { name: "Spring", html: "<p>Hi</p>" };
    const { _id: id } = await world.person.client("POST /templates", { body });
    return { input: { params: { id }, body: { folderId: (await addFolder(world))._id } } };
  }),
];
