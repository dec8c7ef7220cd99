import { afterAll, beforeAll, expect, test } from "bun:test";
import { type SendingServer, sender, startSendingServer } from "../../support/smtp/sendingServer.ts";

/** Programs read a thing whole, change one word of it and put it back whole. */

let open: SendingServer;
beforeAll(async () => {
  open = await startSendingServer();
});
afterAll(() => open.close());

async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(open.server.url + path, {
    method,
    headers: { authorization: open.person.token, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = (await response.json()) as Record<string, unknown>;
  expect({ path, method, said: response.ok ? "" : json.message }).toEqual({ path, method, said: "" });
  return json;
}

test("an account is put back as it is answered, whatever its provider has no use for", async () => {
  const sandbox = { provider: "sandbox", appEmail: "box@in.test", alias: "Box <box@in.test>" };
  await call("POST", "/amplify/auth/credentials", sandbox);
  const smtp = { host: "127.0.0.1", port: open.smtp.port, security: "none", appPassword: "x" };
  const server = { provider: "smtp", appEmail: "own@in.test", alias: "Own <own@in.test>", ...smtp };
  await call("POST", "/amplify/auth/credentials", server);
  const accounts = Object.values(await call("GET", "/amplify/auth/credentials")) as { _id: string }[];
  for (const account of accounts) {
    const { advice: _, ...saved } = await call("PUT", `/amplify/auth/credentials/${account._id}`, account);
    expect(saved).toEqual(account as never);
  }
  expect(accounts).toEqual(
    expect.arrayContaining([expect.objectContaining({ appEmail: sender, host: null })]),
  );
});

test("so is a field of one's own, with choices and without", async () => {
  for (const field of [
    { label: "Born", kind: "date" },
    { label: "Size", kind: "choice", choices: ["S", "M"] },
  ]) {
    const made = await call("POST", "/amplify/fields", field);
    expect(await call("PATCH", `/amplify/fields/${made._id}`, made)).toEqual(made);
  }
});
