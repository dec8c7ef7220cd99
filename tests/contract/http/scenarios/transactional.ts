import { expect } from "bun:test";
import { appPasswordCanary, scenario, type World } from "../../../support/server/scenario.ts";
import type { TestPerson } from "../../../support/server/testServer.ts";
import { until } from "../../../support/until.ts";

/** Somebody whose plan has the API, with the sandbox's account, for each server and whoever calls; a stranger has the plan too. */
const callers = new WeakMap<TestPerson, Promise<TestPerson>>();

function callerOf({ server, person, stranger }: World): Promise<TestPerson> {
  const known = callers.get(person) ?? made();
  callers.set(person, known);
  return known;

  async function made(): Promise<TestPerson> {
    const caller = await server.signUp();
    for (const one of [caller, stranger]) await server.grant(one, { status: "AMPR" });
    const appEmail = "sandbox@sender.test";
    const body = { provider: "sandbox", appEmail, appPassword: appPasswordCanary } as const;
    await caller.client("POST /amplify/auth/credentials", { body: { ...body, alias: `Ada <${appEmail}>` } });
    return caller;
  }
}

async function asked({ client }: TestPerson, email: string): Promise<string> {
  const letter = { subject: "Your code", html: "<p>{{code}}</p>", values: { code: 7 } };
  const { mails } = await client("POST /email/transactional", { body: { ...letter, to: [{ email }] } });
  return mails[0]?.id ?? "";
}

const suppress = ({ client }: TestPerson, email: string) =>
  client("POST /email/suppressions", { body: { email, kind: "news" } });

export const transactionalScenarios = [
  scenario(
    "POST /email/transactional",
    async (world) => {
      const as = await callerOf(world);
      const to = [{ email: "cust@in.test", name: "Cust", values: { code: "1" } }];
      return { as, input: { body: { subject: "Your code", html: "<p>{{code}}</p>", to } } };
    },
    ({ json }) => expect(json).toMatchObject({ mails: [{ email: "cust@in.test", state: "queued" }] }),
  ),

  scenario(
    "GET /email/transactional",
    async (world) => {
      const as = await callerOf(world);
      await asked(as, "listed@in.test");
      return { as, input: { query: { email: "listed@in.test", kind: "transactional" } } };
    },
    ({ json }) => expect(json).toMatchObject({ items: [{ email: "listed@in.test" }], next: null }),
  ),

  scenario(
    "GET /email/transactional/{id}",
    async (world) => {
      const as = await callerOf(world);
      return { as, input: { params: { id: await asked(as, "one@in.test") } } };
    },
    ({ json }) => expect(json).toMatchObject({ email: "one@in.test", subject: "Your code" }),
  ),

  scenario("POST /email/transactional/{id}/retry", async (world) => {
    // The sandbox refuses these.
    const as = await callerOf(world);
    const { client } = as;
    const id = await asked(as, "bounce@in.test");
    await until(
      async () => (await client("GET /email/transactional/{id}", { params: { id } })).state === "failed",
    );
    return { as, input: { params: { id }, body: {} } };
  }),

  scenario(
    "GET /email/suppressions",
    async (world) => {
      const as = await callerOf(world);
      await suppress(as, "quiet@in.test");
      return { as, input: { query: { email: "quiet@in.test" } } };
    },
    ({ json }) => expect(json).toMatchObject({ items: [{ email: "quiet@in.test", kind: "news" }] }),
  ),

  scenario(
    "POST /email/suppressions",
    async (world) => ({
      as: await callerOf(world),
      input: { body: { email: "Gone@in.test", cause: "bounced" as const } },
    }),
    ({ json }) => expect(json).toMatchObject({ email: "gone@in.test", kind: "*", cause: "bounced" }),
  ),

  scenario("DELETE /email/suppressions/{id}", async (world) => {
    const as = await callerOf(world);
    return { as, input: { params: { id: (await suppress(as, "again@in.test")).id } } };
  }),
];
