import { and, eq } from "drizzle-orm";
import type { EndpointKey } from "../../../contract/endpoints.ts";
import type { TestPerson, TestServer } from "../server/testServer.ts";
import { at, padded, type World, worldOf } from "./world.ts";

/** A list of one person: how an entry is added, and how one is taken away. */
export type Listed = {
  key: EndpointKey;
  params?: Record<string, string>;
  add(number: number): Promise<unknown>;
  remove(id: string): Promise<unknown>;
  /** The field that names an entry. */
  id?: string;
};

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
            ...{
              id: named(number),
              ...own,
              name: "a.csv",
              state: "failed" as const,
              createdAt: at,
              idPrefix: "",
            },
            ...{
              madeCollection: false,
              staged: 1,
              written: 1,
              added: 1,
              updated: 0,
              skipped: 0,
              optedOut: 0,
            },
            ...{ rejected: 0, rowCount: 1, reading: unread },
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
            ...{ id: named(number), ...own, emailHash: named(number), leadId, campaignId: ledger },
            ...{ deliveryId: `d${named(number)}`, createdAt: at, reason: "other" as const, words: "" },
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
            ...{
              id: named(number),
              planId,
              ...own,
              at,
              userId: own.workspaceId,
              code: "did_create" as const,
            },
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
          builder.insert(tables.enrolments).values({
            ...{ planId, ...own, leadId: named(number), credentialId: "account", step: -1, dueAt: at },
          }),
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
            ...{ id: named(number), ...own, fileName: `${named(number)}.png`, name: "a.png", alt: "" },
            ...{ type: "image/png", bytes: number % 3, width: 1, height: 1, createdAt: at, content: "" },
          }),
        ]),
      remove: gone("images"),
    },
  ];
}

/** What programs leave behind. */
function apiLists(world: World): Listed[] {
  return [...mailLists(world), ...logLists(world)];
}

function mailLists({ client, gone, write, named, own, tables }: World): Listed[] {
  return [
    {
      key: "GET /email/transactional",
      id: "id",
      add: (number) =>
        client("POST /email/transactional", {
          body: { subject: "Hi", html: "<p>Hi</p>", to: [{ email: `to${number}@in.test` }] },
        }),
      remove: gone("transactionalMails"),
    },
    {
      key: "GET /email/suppressions",
      id: "id",
      add: (number) => client("POST /email/suppressions", { body: { email: `no${number}@in.test` } }),
      remove: (id) => client("DELETE /email/suppressions/{id}", { params: { id } }),
    },
    {
      key: "GET /amplify/sandbox/mails",
      add: (number) =>
        write((builder) => [
          builder.insert(tables.sandboxMails).values({
            ...{ id: named(number), ...own, messageId: "m", sender: "a@b.test", recipient: "c@d.test" },
            ...{ subject: "Hi", raw: "", receivedAt: at },
          }),
        ]),
      remove: gone("sandboxMails"),
    },
  ];
}

function logLists({ write, gone, named, own, tables, hook }: World): Listed[] {
  const event = (number: number) => ({
    // Two events of one moment are told apart.
    ...{ webhookId: hook, eventId: `e${padded(number)}`, ...own, type: "webhook.test" as const },
    ...{
      subject: "s",
      number: at * 1_000 + (number >> 1),
      state: "delivered" as const,
      attempts: 1,
      dueAt: at,
    },
  });
  return [
    {
      key: "GET /amplify/api/requests",
      add: (number) =>
        write((builder) => [
          builder.insert(tables.apiRequests).values({
            ...{ id: named(number), ...own, keyId: "k", method: "GET", path: "/templates", status: 200 },
            ...{ tookMs: 1, address: "203.0.113.1", at },
          }),
        ]),
      remove: gone("apiRequests"),
    },
    {
      key: "GET /amplify/api/webhooks/{id}/deliveries",
      params: { id: hook },
      id: "eventId",
      add: (number) => write((builder) => [builder.insert(tables.webhookDeliveries).values(event(number))]),
      remove: (id) =>
        write((builder) => [
          builder
            .delete(tables.webhookDeliveries)
            .where(
              and(eq(tables.webhookDeliveries.eventId, id), eq(tables.webhookDeliveries.webhookId, hook)),
            ),
        ]),
    },
    {
      key: "GET /amplify/admin/jobs",
      add: (number) =>
        write((builder) => [
          builder.insert(tables.jobs).values({
            ...{ id: named(number), ...own, kind: "import", payload: "{}", state: "failed", attempts: 9 },
            ...{ lease: 0, createdAt: at, failedAt: at },
          }),
        ]),
      remove: (id) => write((builder) => [builder.delete(tables.jobs).where(eq(tables.jobs.id, id))]),
    },
  ];
}
