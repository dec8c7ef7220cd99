import { expect } from "bun:test";
import { imapForScenarios } from "../../../support/imap/imapForScenarios.ts";
import { appPasswordCanary, scenario, type World } from "../../../support/server/scenario.ts";
import { smtpForScenarios } from "../../../support/smtp/smtpForScenarios.ts";

let accounts = 0;

async function account({ person }: World): Promise<string> {
  accounts += 1;
  const appEmail = `reader${accounts}@reader.test`;
  const { port } = await smtpForScenarios();
  const server = { host: "127.0.0.1", port, security: "none" } as const;
  const { _id } = await person.client("POST /amplify/auth/credentials", {
    body: {
      provider: "smtp",
      appEmail,
      appPassword: appPasswordCanary,
      alias: `Ada <${appEmail}>`,
      ...server,
    },
  });
  return _id;
}

async function mailbox() {
  const { port } = await imapForScenarios();
  return { host: "127.0.0.1", port, security: "none", password: appPasswordCanary } as const;
}

async function readAccount(world: World): Promise<string> {
  const id = await account(world);
  await world.person.client("PUT /amplify/auth/credentials/{id}/reading", {
    params: { id },
    body: await mailbox(),
  });
  return id;
}

export const readingScenarios = [
  scenario(
    "GET /amplify/auth/readings",
    async (world) => {
      await account(world);
      return { input: {} };
    },
    ({ json }) => expect(json).toContainEqual(expect.objectContaining({ state: "off", needs: "nothing" })),
  ),

  scenario(
    "PUT /amplify/auth/credentials/{id}/reading",
    async (world) => ({ input: { params: { id: await account(world) }, body: await mailbox() } }),
    ({ json }) => expect(json).toMatchObject({ state: "waiting", host: "127.0.0.1", security: "none" }),
  ),

  scenario(
    "DELETE /amplify/auth/credentials/{id}/reading",
    async (world) => ({ input: { params: { id: await readAccount(world) } } }),
    ({ json }) => expect(json).toMatchObject({ message: expect.stringContaining("no longer read") }),
  ),
];
