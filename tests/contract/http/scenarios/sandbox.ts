import { expect } from "bun:test";
import { scenario } from "../../../support/server/scenario.ts";
import type { TestPerson, TestServer } from "../../../support/server/testServer.ts";
import { sandboxSender } from "../../../support/smtp/sandboxSender.ts";

/** A mail in this person's mailbox; answers its id. */
async function deliver(server: TestServer, { uid, client }: TestPerson): Promise<string> {
  const raw = Buffer.from("From: Ada <ada@example.com>\r\nSubject: Hello\r\n\r\nHi\r\n");
  const envelope = { from: "ada@example.com", to: "bob@example.com" };
  await sandboxSender(server.core, uid).send({ envelope, raw, messageId: "<m>" });
  const { items } = await client("GET /amplify/sandbox/mails", { query: { pageSize: 1 } });
  return items[0]?._id ?? "";
}

export const sandboxScenarios = [
  scenario(
    "GET /amplify/sandbox/mails",
    async ({ server, person }) => {
      await deliver(server, person);
      return { input: { query: { pageSize: 1 } } };
    },
    ({ json }) => expect(json).toMatchObject({ items: [{ to: "bob@example.com", subject: "Hello" }] }),
  ),

  scenario(
    "GET /amplify/sandbox/mails/{id}",
    async ({ server, person }) => ({ input: { params: { id: await deliver(server, person) } } }),
    ({ text }) => expect(text).toEndWith("Subject: Hello\r\n\r\nHi\r\n"),
  ),

  scenario(
    "DELETE /amplify/sandbox/mails",
    async ({ server, person }) => {
      await deliver(server, person);
      return { input: {} };
    },
    async ({ world }) =>
      expect(await world.person.client("GET /amplify/sandbox/mails")).toEqual({
        items: [],
        total: 0,
        next: null,
      }),
  ),
];
