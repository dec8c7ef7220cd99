import { and, eq } from "drizzle-orm";
import { at, type Listed, padded, type World } from "./world.ts";

/** What programs leave behind. */
export function apiLists(world: World): Listed[] {
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
            id: named(number),
            ...own,
            messageId: "m",
            sender: "a@b.test",
            recipient: "c@d.test",
            subject: "Hi",
            raw: "",
            receivedAt: at,
          }),
        ]),
      remove: gone("sandboxMails"),
    },
  ];
}

function logLists({ write, gone, named, own, tables, hook }: World): Listed[] {
  const event = (number: number) => ({
    // Two events of one moment are told apart.
    webhookId: hook,
    eventId: `e${padded(number)}`,
    ...own,
    type: "webhook.test" as const,
    subject: "s",
    number: at * 1_000 + (number >> 1),
    state: "delivered" as const,
    attempts: 1,
    dueAt: at,
  });
  return [
    {
      key: "GET /amplify/api/requests",
      add: (number) =>
        write((builder) => [
          builder.insert(tables.apiRequests).values({
            id: named(number),
            ...own,
            keyId: "k",
            method: "GET",
            path: "/templates",
            status: 200,
            tookMs: 1,
            address: "203.0.113.1",
            at,
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
            id: named(number),
            ...own,
            kind: "import",
            payload: "{}",
            state: "failed",
            attempts: 9,
            lease: 0,
            createdAt: at,
            failedAt: at,
          }),
        ]),
      remove: (id) => write((builder) => [builder.delete(tables.jobs).where(eq(tables.jobs.id, id))]),
    },
  ];
}
