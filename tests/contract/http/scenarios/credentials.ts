import { expect } from "bun:test";
import { appPasswordCanary, scenario, type World } from "../../../support/server/scenario.ts";
import { smtpForScenarios } from "../../../support/smtp/smtpForScenarios.ts";

let accounts = 0;
const fields = () => {
  accounts += 1;
  const appEmail = `sender${accounts}@sender.test`;
  return { provider: "smtp", appEmail, appPassword: appPasswordCanary, alias: `Ada <${appEmail}>` } as const;
};

/** A new account's fields; its server is a scripted one on this machine. */
async function account() {
  const { port } = await smtpForScenarios();
  return { ...fields(), host: "127.0.0.1", port, security: "none" } as const;
}

async function connected({ person }: World): Promise<string> {
  const { _id } = await person.client("POST /amplify/auth/credentials", { body: await account() });
  return _id;
}

/** A key at a domain of its own, so that none of the other scenarios' is in its way. */
async function keyOf({ person }: World): Promise<{ id: string; keyId: string }> {
  accounts += 1;
  const appEmail = `sender@own${accounts}.test`;
  const body = { ...(await account()), appEmail, alias: `Ada <${appEmail}>` };
  const { _id: id } = await person.client("POST /amplify/auth/credentials", { body });
  const { keys } = await person.client("POST /amplify/auth/credentials/{id}/domain/keys", { params: { id } });
  return { id, keyId: keys[0]?._id ?? "" };
}

export const credentialScenarios = [
  scenario(
    "GET /amplify/auth/credentials",
    async (world) => {
      await connected(world);
      return { input: {} };
    },
    ({ json }) => expect(json).toContainEqual(expect.objectContaining({ appPassword: "", state: "working" })),
  ),

  scenario(
    "POST /amplify/auth/credentials",
    async () => ({ input: { body: await account() } }),
    ({ json }) => expect(json).toMatchObject({ provider: "smtp", appPassword: "", type: "manual" }),
  ),

  scenario(
    "PUT /amplify/auth/credentials/{id}",
    async (world) => ({
      input: {
        params: { id: await connected(world) },
        body: { ...(await account()), alias: "", perDay: 40 },
      },
    }),
    ({ json }) => expect(json).toMatchObject({ perDay: 40, alias: expect.stringContaining("Ada <") }),
  ),

  scenario(
    "GET /amplify/auth/credentials/{id}/health",
    async (world) => ({ input: { params: { id: await connected(world) } } }),
    ({ json }) =>
      expect(json).toMatchObject({
        budget: { used: 0, rampDay: null, freesAt: null, freesCount: 0, freeAt: null },
        days: expect.arrayContaining([expect.objectContaining({ accepted: 0, bounced: 0, complained: 0 })]),
      }),
  ),

  scenario(
    "GET /amplify/auth/credentials/{id}/domain",
    async (world) => ({ input: { params: { id: await connected(world) } } }),
    ({ json }) => expect(json).toMatchObject({ domain: "sender.test", maySign: true, keys: [] }),
  ),

  scenario(
    "POST /amplify/auth/credentials/{id}/domain",
    async (world) => ({ input: { params: { id: await connected(world) } } }),
    ({ json }) => expect(json).toMatchObject({ checks: [{ cause: { code: "dns_off" } }] }),
  ),

  scenario(
    "POST /amplify/auth/credentials/{id}/domain/keys",
    async (world) => ({ input: { params: { id: await connected(world) } } }),
    ({ json, text }) => {
      expect(json).toMatchObject({ keys: [{ signing: false, records: [{ type: "TXT" }, { type: "TXT" }] }] });
      expect(text).not.toMatch(/secret|private/i);
    },
  ),

  scenario("PUT /amplify/auth/credentials/{id}/domain/keys/{keyId}", async (world) => ({
    input: { params: await keyOf(world), body: { signing: false } },
  })),

  scenario(
    "DELETE /amplify/auth/credentials/{id}/domain/keys/{keyId}",
    async (world) => ({ input: { params: await keyOf(world) } }),
    ({ json }) => expect(json).toMatchObject({ keys: [] }),
  ),

  scenario(
    "POST /amplify/auth/credentials/{id}/test",
    async (world) => ({ input: { params: { id: await connected(world) } } }),
    ({ json }) => expect(json).toMatchObject({ message: expect.stringContaining("Nothing was sent") }),
  ),

  scenario("POST /amplify/auth/credentials/{id}/resume", async (world) => ({
    input: { params: { id: await connected(world) } },
  })),

  scenario(
    "DELETE /amplify/auth/credentials/{id}",
    async (world) => ({ input: { params: { id: await connected(world) } } }),
    ({ json }) => expect(json).toEqual({ message: "Account removed" }),
  ),
];
