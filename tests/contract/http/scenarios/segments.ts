import { expect } from "bun:test";
import type { Segment } from "../../../../contract/schemas/segments.ts";
import type { Question } from "../../../../contract/segments/question.ts";
import { scenario, type World } from "../../../support/server/scenario.ts";

let count = 0;
const newName = () => `Quiet ones ${++count}`;
const question: Question = {
  match: "all",
  of: [
    { about: "optedOut", op: "no" },
    { match: "any", not: true, of: [{ about: "opened", op: "inLast", days: 90 }] },
  ],
};

const addSegment = ({ person }: World): Promise<Segment> =>
  person.client("POST /amplify/segments", { body: { name: newName(), question } });

export const segmentScenarios = [
  scenario(
    "GET /amplify/segments",
    async (world) => {
      await addSegment(world);
      return { input: {} };
    },
    ({ json }) =>
      expect(json).toContainEqual(
        expect.objectContaining({ name: `Quiet ones ${count}`, question, broken: null }),
      ),
  ),

  scenario(
    "POST /amplify/segments",
    () => ({ input: { body: { name: ` ${newName()} `, question } } }),
    ({ json }) => expect(json).toMatchObject({ name: `Quiet ones ${count}`, question, broken: null }),
  ),

  scenario(
    "POST /amplify/segments/count",
    async ({ person }) => {
      const lead = { firstName: "Mae", lastName: "Jemison", email: "mae@segments.test" };
      const body = { ...lead, collection: [] };
      await person.client("POST /amplify/leads", { body }).catch(() => null);
      const asked: Question = { match: "all", of: [{ about: "domain", op: "is", value: "Segments.test" }] };
      return { input: { body: { question: asked, zone: "Europe/Vienna" } } };
    },
    ({ json }) => expect(json).toMatchObject({ count: 1, examples: [{ email: "mae@segments.test" }] }),
  ),

  scenario(
    "GET /amplify/segments/{id}",
    async (world) => ({ input: { params: { id: (await addSegment(world))._id } } }),
    ({ json }) => expect(json).toMatchObject({ name: `Quiet ones ${count}`, question }),
  ),

  scenario(
    "PUT /amplify/segments/{id}",
    async (world) => ({
      input: { params: { id: (await addSegment(world))._id }, body: { name: `${newName()} renamed` } },
    }),
    ({ json }) => expect(json).toMatchObject({ name: `Quiet ones ${count} renamed`, question }),
  ),

  scenario("DELETE /amplify/segments/{id}", async (world) => ({
    input: { params: { id: (await addSegment(world))._id } },
  })),

  scenario(
    "POST /amplify/segments/{id}/restore",
    async (world) => {
      const { _id: id } = await addSegment(world);
      await world.person.client("DELETE /amplify/segments/{id}", { params: { id } });
      return { input: { params: { id } } };
    },
    ({ json }) => expect(json).toMatchObject({ name: `Quiet ones ${count}`, question }),
  ),
];
