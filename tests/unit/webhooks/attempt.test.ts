import { expect, test } from "bun:test";
import { createSecrets } from "../../../server/secrets/secrets.ts";
import { attempt, secretPlace } from "../../../server/webhooks/attempt.ts";

test("an address that leads into a private network by now is posted nothing, at each attempt", async () => {
  let asked = 0;
  const receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch() {
      asked += 1;
      return new Response();
    },
  });
  const secrets = createSecrets(Buffer.alloc(32, 7));
  const of = { workspaceId: "ada", id: "webhook" };
  const url = `http://localhost:${receiver.port}/`;
  const webhook = {
    ...of,
    url,
    secret: secrets.seal("whsec_c2VjcmV0", secretPlace(of)),
    formerSecret: null,
    formerUntil: null,
  };
  const tried = (privateHosts: boolean) =>
    attempt({ clock: Date, secrets, settings: { privateHosts } } as never, {
      webhook: webhook as never,
      event: { id: "event", body: "{}" },
      signal: new AbortController().signal,
    });
  expect(await tried(false)).toMatchObject({ status: null, reason: { code: "public_server_unknown" } });
  expect(asked).toBe(0);
  expect(await tried(true)).toMatchObject({ status: 200, reason: null });
  await receiver.stop(true);
});
