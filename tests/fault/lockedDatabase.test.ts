import { Database as Client } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { goodPassword, startTestServer } from "../support/server/testServer.ts";
import { send } from "../support/smtp/send.ts";

test("a database that another process holds is 503 in the end, and meanwhile everything else answers", async () => {
  const server = await startTestServer();
  const person = await server.signUp();
  const holder = new Client(join(server.dataFolder, "amplify.db"));
  holder.exec("BEGIN EXCLUSIVE");
  const signUp = () =>
    send(`${server.url}/amplify/auth/signup`, {
      body: JSON.stringify({
        firstName: "Ada",
        lastName: "Held",
        email: "held@example.com",
        password: goodPassword,
      }),
    });
  let isDone = false;
  const held = signUp().finally(() => {
    isDone = true;
  });
  let answered = 0;
  while (!isDone) {
    expect((await send(`${server.url}/amplify/auth/me`, { cookie: person.cookie })).status).toBe(200);
    answered += 1;
  }
  expect(await held).toMatchObject({ status: 503, json: { code: "unavailable" } });
  expect((await held).headers.get("retry-after")).toBe("1");
  // Between two tries the process is free: a wait inside SQLite would have let through a handful at most.
  expect(answered).toBeGreaterThan(50);
  holder.exec("ROLLBACK");
  holder.close();
  expect(await signUp()).toMatchObject({ status: 201 });
  await server.close();
}, 30_000);
