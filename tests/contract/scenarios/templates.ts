import { expect } from "bun:test";
import type { Template } from "../../../contract/schemas/template.ts";
import { scenario, type World } from "../../support/scenario.ts";

const design = { body: { rows: [{ cells: [1] }] }, somethingOfTheEditors: null };
const newTemplate = { name: "Spring", design, html: "<p>Hello {{firstName}}</p>" };

const addTemplate = ({ person }: World): Promise<Template> =>
  person.client("POST /templates", { body: newTemplate }) as Promise<Template>;

export const templateScenarios = [
  scenario(
    "GET /templates",
    async (world) => {
      await addTemplate(world);
      return { input: {} };
    },
    ({ json }) => expect((json as Template[]).at(-1)).toMatchObject(newTemplate),
  ),

  scenario("GET /templates/public", () => ({ input: {} })),

  scenario(
    "POST /templates",
    () => ({ input: { body: newTemplate } }),
    ({ json }) => expect(json).toMatchObject({ ...newTemplate, version: 1, public: false }),
  ),

  scenario(
    "POST /templates/render",
    () => ({ input: { body: { design, name: "Spring" } } }),
    ({ json }) => {
      expect(json).toMatchObject({ clipped: false });
      expect((json as { html: string }).html).toContain("<title>Spring</title>");
    },
  ),

  scenario(
    "PUT /templates/{id}",
    async (world) => ({
      input: { params: { id: (await addTemplate(world))._id }, body: { name: "Summer" } },
    }),
    ({ json }) => expect(json).toMatchObject({ ...newTemplate, name: "Summer", version: 2 }),
  ),

  scenario("DELETE /templates/{id}", async (world) => ({
    input: { params: { id: (await addTemplate(world))._id } },
  })),
];
