import { expect } from "bun:test";
import type { CustomField } from "../../../../contract/schemas/leadFields.ts";
import { scenario, type World } from "../../../support/server/scenario.ts";

let count = 0;
const newLabel = () => `Fact ${++count}`;

const addField = ({ person }: World): Promise<CustomField> =>
  person.client("POST /amplify/fields", {
    body: { label: newLabel(), kind: "choice", choices: ["Gold", "Silver"] },
  });

export const leadFieldScenarios = [
  scenario(
    "GET /amplify/fields",
    async (world) => {
      await addField(world);
      return { input: {} };
    },
    ({ json }) =>
      expect(json).toContainEqual(expect.objectContaining({ key: `fact${count}`, label: `Fact ${count}` })),
  ),

  scenario(
    "POST /amplify/fields",
    () => ({ input: { body: { label: ` ${newLabel()} `, kind: "number" as const } } }),
    ({ json }) => expect(json).toMatchObject({ key: `fact${count}`, kind: "number", choices: [] }),
  ),

  scenario(
    "PATCH /amplify/fields/{id}",
    async (world) => ({
      input: {
        params: { id: (await addField(world))._id },
        body: { label: `${newLabel()} renamed`, choices: [{ name: "Bronze" }], position: 0 },
      },
    }),
    ({ json }) =>
      expect(json).toMatchObject({
        label: `Fact ${count} renamed`,
        choices: [{ name: "Bronze" }],
        position: 0,
      }),
  ),

  scenario("DELETE /amplify/fields/{id}", async (world) => ({
    input: { params: { id: (await addField(world))._id } },
  })),

  scenario(
    "POST /amplify/fields/{id}/restore",
    async (world) => {
      const { _id: id } = await addField(world);
      await world.person.client("DELETE /amplify/fields/{id}", { params: { id } });
      return { input: { params: { id } } };
    },
    ({ json }) => expect(json).toMatchObject({ key: `fact${count}` }),
  ),
];
