import { expect } from "bun:test";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import { scenario, type World } from "../../../support/server/scenario.ts";

let leads = 0;
const newLead = () => ({
  firstName: "Grace",
  lastName: "Hopper",
  email: `grace${++leads}@example.com`,
  phone: "+1 555 0100",
  collection: ["navy"],
});

const addLead = ({ person }: World): Promise<Lead> =>
  person.client("POST /amplify/leads", { body: newLead() }) as Promise<Lead>;

export const leadScenarios = [
  scenario(
    "GET /amplify/leads",
    async (world) => {
      await addLead(world);
      return { input: {} };
    },
    ({ json }) => expect((json as Lead[]).at(-1)).toMatchObject({ firstName: "Grace", collection: ["navy"] }),
  ),

  scenario(
    "POST /amplify/leads/find",
    async (world) => {
      const { email } = await addLead(world);
      const of = [{ about: "email" as const, op: "is" as const, value: email.toUpperCase() }];
      return { input: { body: { question: { match: "all" as const, of } } } };
    },
    ({ json }) =>
      expect(json).toMatchObject({ items: [{ email: `grace${leads}@example.com` }], total: 1, page: 1 }),
  ),

  scenario(
    "POST /amplify/leads",
    () => ({
      // What is not the caller's to say is sent along, as the call must ignore it.
      input: { body: { ...newLead(), _id: "mine", workspaceId: "mine", emailCount: 9 } as never },
    }),
    ({ json }) => {
      expect(json).toMatchObject({ lastName: "Hopper", optout: false, emailCount: 0, openedCount: 0 });
      expect((json as Lead)._id).not.toBe("mine");
    },
  ),

  scenario(
    "GET /amplify/leads/{id}",
    async (world) => ({ input: { params: { id: (await addLead(world))._id } } }),
    ({ json }) => expect(json).toMatchObject({ firstName: "Grace", collection: ["navy"], emailCount: 0 }),
  ),

  scenario(
    "PUT /amplify/leads/{id}",
    async (world) => {
      const { _id: id, email } = await addLead(world);
      return {
        input: {
          params: { id },
          body: { firstName: "Ada", lastName: "King", email, collection: ["poets"], optout: true },
        },
      };
    },
    ({ json }) => expect(json).toMatchObject({ firstName: "Ada", collection: ["poets"], optout: true }),
  ),

  scenario("DELETE /amplify/leads/{id}", async (world) => ({
    input: { params: { id: (await addLead(world))._id } },
  })),

  scenario(
    "POST /amplify/leads/bulk",
    () => ({ input: { body: { leads: [newLead(), { firstName: "No" }, newLead()] } } }),
    ({ json }) => expect(json).toMatchObject({ added: 2, updated: 0, skipped: 0, rejected: [{ row: 2 }] }),
  ),

  scenario(
    "POST /files/convert/excel-to-json",
    () => {
      const body = new FormData();
      body.append("upload", new File(["Name,Email\nAda,ada@example.com\n"], "leads.csv"));
      return { input: { body } };
    },
    ({ json }) => expect(json).toEqual({ data: [{ Name: "Ada", Email: "ada@example.com" }] }),
  ),
];

export const leadActionScenarios = [
  scenario(
    "GET /amplify/leads/{id}/consent",
    async (world) => ({ input: { params: { id: (await addLead(world))._id } } }),
    ({ json }) =>
      expect(json).toEqual({
        consent: "unknown",
        at: null,
        how: null,
        by: null,
        ownerOptoutAt: null,
        optouts: [],
        returned: null,
      }),
  ),

  scenario(
    "DELETE /amplify/leads/{id}/returned",
    async (world) => ({ input: { params: { id: (await addLead(world))._id } } }),
    ({ json }) => expect(json).toEqual({ message: "Mails go to this lead again" }),
  ),

  scenario(
    "POST /amplify/leads/actions",
    async (world) => ({
      input: { body: { action: "optOut" as const, which: { ids: [(await addLead(world))._id] } } },
    }),
    ({ json }) => expect(json).toEqual({ count: 1, deletionId: null }),
  ),

  scenario(
    "POST /amplify/leads/deletions/{id}/undo",
    async (world) => ({ input: { params: { id: await deletionOf(world, [await addLead(world)]) } } }),
    ({ json }) => expect(json).toEqual({ restored: 1, replaced: 0 }),
  ),

  scenario(
    "POST /amplify/leads/export",
    async (world) => ({
      input: { body: { which: { ids: [(await addLead(world))._id] }, format: "csv" as const } },
    }),
    ({ text }) => expect(text).toContain(`Grace,Hopper,grace${leads}@example.com,'+1 555 0100,navy,no,0,0,`),
  ),

  scenario(
    "GET /amplify/leads/{id}/history",
    async (world) => ({ input: { params: { id: (await addLead(world))._id } } }),
    ({ json }) => expect(json).toEqual([]),
  ),
];

const addNote = async (world: World) => {
  const { _id: id } = await addLead(world);
  const note = await world.person.client("POST /amplify/leads/{id}/notes", {
    params: { id },
    body: { text: "Prefers a call" },
  });
  return { id, noteId: note._id };
};

export const leadNoteScenarios = [
  scenario(
    "GET /amplify/leads/{id}/notes",
    async (world) => ({ input: { params: { id: (await addNote(world)).id } } }),
    ({ json }) => expect(json).toMatchObject([{ text: "Prefers a call" }]),
  ),

  scenario(
    "POST /amplify/leads/{id}/notes",
    async (world) => ({
      input: { params: { id: (await addLead(world))._id }, body: { text: " Two lines:\nthis one \u0007" } },
    }),
    ({ json }) => expect(json).toMatchObject({ text: "Two lines:\nthis one" }),
  ),

  scenario("DELETE /amplify/leads/{id}/notes/{noteId}", async (world) => ({
    input: { params: await addNote(world) },
  })),
];

async function deletionOf({ person }: World, deleted: readonly Lead[]): Promise<string> {
  const which = { ids: deleted.map((lead) => lead._id) };
  const answer = await person.client("POST /amplify/leads/actions", { body: { action: "delete", which } });
  return answer.deletionId ?? "";
}
