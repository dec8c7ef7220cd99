import { and, eq } from "drizzle-orm";
import type { TestPerson, TestServer } from "../server/testServer.ts";
import { apiLists } from "./apiLists.ts";
import { at, type Listed, padded, type World, worldOf } from "./world.ts";

/** Of a file in which nothing was found. */
const unread = {
  encoding: null,
  sheets: [],
  sheet: null,
  columns: [],
  preview: [],
  rowCount: 0,
  truncated: false,
};

/** Every list that goes on by cursor, each as long as it was made by `add`. */
export async function listsOf(server: TestServer, person: TestPerson): Promise<Listed[]> {
  const world = await worldOf(server, person);
  return [
    ...bookLists(world),
    ...sendingLists(world),
    ...sequenceLists(world),
    ...composedLists(world),
    ...designLists(world),
    ...apiLists(world),
  ];
}

/** What is kept of leads. */
function bookLists({ client, write, gone, named, own, tables, leadId }: World): Listed[] {
  return [
    {
      key: "GET /amplify/leads",
      add: (number) =>
        client("POST /amplify/leads", {
          body: { firstName: "Bo", lastName: "Lee", email: `bo${padded(number)}@in.test`, collection: [] },
        }),
      remove: (id) => client("DELETE /amplify/leads/{id}", { params: { id } }),
    },
    {
      key: "GET /amplify/collections",
      add: (number) => client("POST /amplify/collections", { body: { name: `c${padded(number)}` } }),
      remove: (id) => client("DELETE /amplify/collections/{id}", { params: { id } }),
    },
    {
      key: "GET /amplify/segments",
      add: (number) =>
        client("POST /amplify/segments", {
          body: {
            name: `s${padded(number)}`,
            question: { match: "all", of: [{ about: "optedOut", op: "no" }] },
          },
        }),
      remove: (id) => client("DELETE /amplify/segments/{id}", { params: { id } }),
    },
    {
      key: "GET /amplify/leads/{id}/notes",
      params: { id: leadId },
      add: (number) =>
        client("POST /amplify/leads/{id}/notes", { params: { id: leadId }, body: { text: `n${number}` } }),
      remove: (noteId) =>
        client("DELETE /amplify/leads/{id}/notes/{noteId}", { params: { id: leadId, noteId } }),
    },
    {
      key: "GET /amplify/imports",
      add: (number) =>
        write((builder) => [
          builder.insert(tables.imports).values({
            id: named(number),
            ...own,
            name: "a.csv",
            state: "failed" as const,
            createdAt: at,
            idPrefix: "",
            madeCollection: false,
            staged: 1,
            written: 1,
            added: 1,
            updated: 0,
            skipped: 0,
            optedOut: 0,
            rejected: 0,
            rowCount: 1,
            reading: unread,
          }),
        ]),
      remove: gone("imports"),
    },
  ];
}

/** What became of mails. */
function sendingLists({
  write,
  gone,
  named,
  own,
  tables,
  leadId,
  planId,
  part,
  delivery,
  ledger,
}: World): Listed[] {
  return [
    {
      key: "GET /amplify/leads/{id}/history",
      params: { id: leadId },
      id: "campaignId",
      add: (number) =>
        write((builder) => [
          builder.insert(tables.campaigns).values(part(named(number))),
          builder.insert(tables.deliveries).values(delivery(`h${named(number)}`, named(number))),
        ]),
      remove: gone("campaigns"),
    },
    {
      key: "GET /amplify/campaigns/{id}/deliveries",
      params: { id: planId },
      add: (number) =>
        write((builder) => [
          builder.insert(tables.deliveries).values(delivery(`d${named(number)}`, ledger, named(number))),
        ]),
      remove: gone("deliveries"),
    },
    {
      key: "GET /amplify/campaigns/{id}/optouts",
      params: { id: planId },
      add: (number) =>
        write((builder) => [
          builder.insert(tables.optouts).values({
            id: named(number),
            ...own,
            emailHash: named(number),
            leadId,
            campaignId: ledger,
            deliveryId: `d${named(number)}`,
            createdAt: at,
            reason: "other" as const,
            words: "",
          }),
        ]),
      remove: gone("optouts"),
    },
    {
      key: "GET /amplify/campaigns/{id}/activity",
      params: { id: planId },
      add: (number) =>
        write((builder) => [
          builder.insert(tables.campaignActivity).values({
            id: named(number),
            planId,
            ...own,
            at,
            userId: own.workspaceId,
            code: "did_create" as const,
          }),
        ]),
      remove: gone("campaignActivity"),
    },
  ];
}

/** Where leads stand. */
function sequenceLists({ write, named, own, tables, planId }: World): Listed[] {
  return [
    {
      key: "GET /amplify/campaigns/{id}/leads",
      params: { id: planId },
      id: "leadId",
      add: (number) =>
        write((builder) => [
          builder
            .insert(tables.enrolments)
            .values({ planId, ...own, leadId: named(number), credentialId: "account", step: -1, dueAt: at }),
        ]),
      remove: (id) =>
        write((builder) => [
          builder
            .delete(tables.enrolments)
            .where(
              and(
                eq(tables.enrolments.leadId, id),
                eq(tables.enrolments.planId, planId),
                eq(tables.enrolments.workspaceId, own.workspaceId),
              ),
            ),
        ]),
    },
  ];
}

/** What is composed. */
function composedLists({ client, gone }: World): Listed[] {
  return [
    {
      key: "GET /amplify/campaigns",
      add: () => client("POST /amplify/campaigns", { body: {} }),
      remove: gone("campaignPlans"),
    },
    {
      key: "GET /templates",
      add: (number) => client("POST /templates", { body: { name: `t${number % 3}`, html: "<p>t</p>" } }),
      remove: (id) => client("DELETE /templates/{id}", { params: { id } }),
    },
    {
      key: "GET /templates/public",
      async add(number) {
        const { _id: id } = await client("POST /templates", { body: { name: `p${number % 3}`, html: "" } });
        return client("POST /templates/{id}/publish", { params: { id }, body: { public: true } });
      },
      remove: (id) => client("DELETE /templates/{id}", { params: { id } }),
    },
    {
      key: "GET /templates/summaries",
      add: (number) => client("POST /templates", { body: { name: `t${number % 3}`, html: "<p>t</p>" } }),
      remove: (id) => client("DELETE /templates/{id}", { params: { id } }),
    },
  ];
}

/** What mails are built from. */
function designLists({ client, write, gone, named, own, tables }: World): Listed[] {
  return [
    {
      key: "GET /amplify/template-folders",
      add: (number) => client("POST /amplify/template-folders", { body: { name: `f${number}` } }),
      remove: (id) => client("DELETE /amplify/template-folders/{id}", { params: { id } }),
    },
    {
      key: "GET /amplify/saved-rows",
      add: (number) =>
        client("POST /amplify/saved-rows", { body: { name: `r${number % 3}`, row: { columns: [{}] } } }),
      remove: (id) => client("DELETE /amplify/saved-rows/{id}", { params: { id } }),
    },
    {
      key: "GET /amplify/images",
      add: (number) =>
        write((builder) => [
          builder.insert(tables.images).values({
            id: named(number),
            ...own,
            fileName: `${named(number)}.png`,
            name: "a.png",
            alt: "",
            type: "image/png",
            bytes: number % 3,
            width: 1,
            height: 1,
            createdAt: at,
            content: "",
          }),
        ]),
      remove: gone("images"),
    },
  ];
}
