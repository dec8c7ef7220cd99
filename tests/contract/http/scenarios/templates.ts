import { expect } from "bun:test";
import type { Template, TemplateSummary } from "../../../../contract/schemas/template.ts";
import { scenario, type World } from "../../../support/server/scenario.ts";

const design = { body: { rows: [{ cells: [1] }] }, somethingOfTheEditors: null };
const newTemplate = { name: "Spring", design, html: "<p>Hello {{firstName}}</p>" };

/** A template that has been saved twice. */
async function changedTemplate(world: World): Promise<{ id: string }> {
  const { _id: id } = await addTemplate(world);
  await world.person.client("PUT /templates/{id}", { params: { id }, body: { name: "Summer" } });
  return { id };
}

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
      // Its name is for its owner: a reader sees its heading.
      expect((json as { html: string }).html).not.toContain("Spring");
    },
  ),

  scenario(
    "PUT /templates/{id}",
    async (world) => ({
      input: { params: { id: (await addTemplate(world))._id }, body: { name: "Summer" } },
    }),
    ({ json }) => expect(json).toMatchObject({ ...newTemplate, name: "Summer", version: 2 }),
  ),

  scenario(
    "DELETE /templates/{id}",
    async (world) => ({ input: { params: { id: (await addTemplate(world))._id } } }),
    ({ json }) => expect(json).toMatchObject({ message: "Template deleted" }),
  ),

  scenario(
    "POST /templates/deletions/{id}/undo",
    async (world) => {
      const params = { id: (await addTemplate(world))._id };
      const { deletionId } = await world.person.client("DELETE /templates/{id}", { params });
      return { input: { params: { id: deletionId } } };
    },
    ({ json }) => expect(json).toMatchObject(newTemplate),
  ),

  scenario(
    "GET /templates/{id}",
    async (world) => ({ input: { params: { id: (await addTemplate(world))._id } } }),
    ({ json }) => expect(json).toMatchObject(newTemplate),
  ),

  scenario(
    "GET /templates/summaries",
    async (world) => {
      await addTemplate(world);
      return { input: {} };
    },
    ({ json }) => {
      const all = json as TemplateSummary[];
      expect(all.filter((each) => each.public)).toHaveLength(10);
      expect(all.find((each) => !each.public)).toMatchObject({ hasHtml: true, version: 1 });
    },
  ),

  scenario(
    "POST /templates/{id}/publish",
    async (world) => {
      const admin = await world.server.signUp();
      await world.server.grant(admin, { role: "admin" });
      const { _id: id } = (await admin.client("POST /templates", { body: newTemplate })) as Template;
      return { input: { params: { id }, body: { public: true } }, as: admin };
    },
    ({ json }) => expect(json).toMatchObject({ ...newTemplate, public: true }),
  ),

  scenario(
    "GET /templates/{id}/versions",
    async (world) => ({ input: { params: await changedTemplate(world) } }),
    ({ json }) =>
      expect(json).toMatchObject([
        { version: 2, name: "Summer" },
        { version: 1, name: "Spring" },
      ]),
  ),

  scenario(
    "GET /templates/{id}/versions/{version}",
    async (world) => ({ input: { params: { ...(await changedTemplate(world)), version: "1" } } }),
    ({ json }) => expect(json).toMatchObject({ ...newTemplate, version: 1 }),
  ),

  scenario(
    "POST /templates/{id}/versions/{version}/restore",
    async (world) => ({ input: { params: { ...(await changedTemplate(world)), version: "1" } } }),
    ({ json }) => expect(json).toMatchObject({ ...newTemplate, version: 3 }),
  ),

  scenario(
    "GET /templates/{id}/preview",
    async (world) => ({ input: { params: await changedTemplate(world), query: { version: "1" } } }),
    ({ text, response }) => {
      expect(text).toBe("<p>Hello Ann</p>");
      expect(response.headers.get("content-security-policy")).toEndWith("; sandbox");
    },
  ),
];
