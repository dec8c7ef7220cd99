import { expect } from "bun:test";
import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { scenario, type World } from "../../../support/server/scenario.ts";
import { until } from "../../../support/until.ts";

let files = 0;

function file(): Blob {
  files += 1;
  return new Blob([`Name,E-mail,Email\nAda,,ada${files}@in.test\nBad,,nowhere\n`]);
}

const upload = ({ person }: World): Promise<ImportJob> =>
  person.client("POST /amplify/imports", { query: { name: "leads.csv" }, body: file() });

async function started(world: World): Promise<string> {
  const { _id: id, guess } = await upload(world);
  const body = { columns: guess, existing: "update" as const };
  await world.person.client("POST /amplify/imports/{id}/start", { params: { id }, body });
  return id;
}

async function ended(world: World): Promise<string> {
  const id = await started(world);
  const isDone = async () =>
    (await world.person.client("GET /amplify/imports/{id}", { params: { id } })).state === "done";
  await until(isDone, 60_000);
  return id;
}

export const importScenarios = [
  scenario(
    "POST /amplify/imports",
    () => ({
      input: { query: { name: "leads.csv" }, body: file() },
      headers: { "content-type": "application/octet-stream" },
    }),
    ({ json }) =>
      expect(json).toMatchObject({
        name: "leads.csv",
        state: "read",
        sheets: [],
        rowCount: 2,
        truncated: false,
        report: null,
        columns: ["Name", "E-mail", "Email"],
        preview: [
          ["Ada", "", `ada${files}@in.test`],
          ["Bad", "", "nowhere"],
        ],
        guess: { firstName: ["Name"], lastName: [], email: ["Email"], phone: [], unsubscribed: [] },
      }),
  ),

  scenario(
    "GET /amplify/imports",
    async (world) => {
      await ended(world);
      return { input: {} };
    },
    ({ json }) =>
      expect((json as ImportJob[])[0]).toMatchObject({ state: "done", preview: [], report: { added: 1 } }),
  ),

  scenario(
    "GET /amplify/imports/{id}",
    async (world) => ({ input: { params: { id: await ended(world) } } }),
    ({ json }) =>
      expect(json).toMatchObject({
        report: {
          added: 1,
          updated: 0,
          skipped: 0,
          optedOut: 0,
          rejected: 1,
          rejects: [{ row: 3, reason: "This is not an email address" }],
        },
      }),
  ),

  scenario(
    "POST /amplify/imports/{id}/start",
    async (world) => {
      const { _id: id, guess } = await upload(world);
      // The test calls it a second time, with the body of a stranger's call before it.
      return { input: { params: { id }, body: { columns: guess, existing: "skip" as const } } };
    },
    ({ json }) => expect(json).toMatchObject({ state: "running", choice: { collection: "all" } }),
  ),

  scenario(
    "POST /amplify/imports/{id}/cancel",
    async (world) => ({ input: { params: { id: await waiting(world) } } }),
    ({ json }) => expect(json).toMatchObject({ state: "cancelled", undoUntil: null }),
  ),

  scenario(
    "POST /amplify/imports/{id}/undo",
    async (world) => ({ input: { params: { id: await ended(world) } } }),
    ({ json }) => expect(json).toMatchObject({ state: "undoing" }),
  ),

  scenario(
    "GET /amplify/imports/{id}/rejects",
    async (world) => ({ input: { params: { id: await ended(world) } } }),
    ({ text }) =>
      expect(text).toBe("Name,E-mail,Email,row,reason\r\nBad,,nowhere,3,This is not an email address\r\n"),
  ),

  scenario("DELETE /amplify/imports/{id}", async (world) => ({
    input: { params: { id: (await upload(world))._id } },
  })),
];

/** One that cannot have had its turn: another is before it. */
async function waiting(world: World): Promise<string> {
  await started(world);
  return started(world);
}
