import { expect } from "bun:test";
import type { Collection } from "../../../../contract/schemas/lead.ts";
import { scenario, type World } from "../../../support/server/scenario.ts";

let collections = 0;
const newName = () => `shelf ${++collections}`;

const addCollection = ({ person }: World): Promise<Collection> =>
  person.client("POST /amplify/collections", { body: { name: newName() } });

export const collectionScenarios = [
  scenario(
    "GET /amplify/collections",
    async (world) => {
      await addCollection(world);
      return { input: {} };
    },
    ({ json }) =>
      expect(json).toContainEqual(expect.objectContaining({ name: `shelf ${collections}`, count: 0 })),
  ),

  scenario(
    "POST /amplify/collections",
    () => ({ input: { body: { name: ` ${newName().toUpperCase()} ` } } }),
    ({ json }) => expect(json).toMatchObject({ name: `shelf ${collections}`, count: 0 }),
  ),

  scenario(
    "PATCH /amplify/collections/{id}",
    async (world) => ({
      input: { params: { id: (await addCollection(world))._id }, body: { name: `${newName()} renamed` } },
    }),
    ({ json }) => expect(json).toMatchObject({ name: `shelf ${collections} renamed` }),
  ),

  scenario("DELETE /amplify/collections/{id}", async (world) => ({
    input: { params: { id: (await addCollection(world))._id } },
  })),

  scenario(
    "POST /amplify/collections/{id}/merge",
    async (world) => {
      const [from, into] = [await addCollection(world), await addCollection(world)];
      return { input: { params: { id: from._id }, body: { into: into._id } } };
    },
    ({ json }) => expect(json).toMatchObject({ name: `shelf ${collections}`, count: 0 }),
  ),
];
