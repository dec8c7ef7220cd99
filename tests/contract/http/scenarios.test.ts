import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { join } from "node:path";
import type { ZodType } from "zod";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { type EndpointKey, endpoints, methodAndPath } from "../../../contract/endpoints.ts";
import type { Role } from "../../../contract/plans.ts";
import { googleStandIn } from "../../support/google/googleStandIn.ts";
import { memberOf } from "../../support/server/memberOf.ts";
import {
  type AnyPrepared,
  appPasswordCanary,
  type Scenario,
  type World,
} from "../../support/server/scenario.ts";
import { goodPassword, startTestServer, type TestPerson } from "../../support/server/testServer.ts";

const scenarios = await foundScenarios();
const keys = Object.keys(endpoints) as EndpointKey[];
let world: World;
const consoles = (["log", "info", "warn", "error", "debug"] as const).map((name) => spyOn(console, name));

beforeAll(async () => {
  const server = await startTestServer({
    ...(await googleStandIn()).environment,
    MICROSOFT_CLIENT_ID: "client",
    MICROSOFT_CLIENT_SECRET: "secret",
    // Nobody listens there, and no scenario mails anybody.
    AMPLIFY_SYSTEM_SMTP: "smtp://127.0.0.1:9?from=amplify@server.test",
  });
  world = { server, person: await server.signUp(), stranger: await server.signUp() };
  // With a plan for every call: what is not found is somebody else's, and not beyond a plan.
  await server.grant(world.stranger, { status: "AMPR" });
});
afterAll(async () => {
  await world.server.close();
  for (const spy of consoles) spy.mockRestore();
});

test("every endpoint has exactly one scenario", () => {
  expect(scenarios.map((each) => each.key).sort()).toEqual([...keys].sort());
});

/** The strangers here have the API in their plan; what one without it gets is in `tests/contract/keys`. */
const strangersStatus = { public: 404, session: 404, api: 404, admin: 403 };

/** These mean whoever calls, wherever their session works; `tests/contract/identity/workspaces.test.ts` has them. */
const ofPerson =
  /\/amplify\/auth\/(me|verify|password)$|\/authorize\/scope$|\/amplify\/account(?!\/tracking)/;

for (const each of scenarios) {
  const endpoint: Endpoint = endpoints[each.key];

  test(`${each.key}: a valid call is answered as the contract says`, async () => {
    const response = await send(each, await each.prepare(world));
    const text = await response.text();
    expect({ status: response.status, text }).toMatchObject({ status: endpoint.status ?? 200 });
    const json = checkedAnswer({ answer: endpoint.answer, response, text });
    for (const secret of secretsOf(world)) expect(text).not.toContain(secret);
    await each.check({ json, text, response, world });
  });

  if (endpoint.body && (endpoint.bodyType ?? "json") === "json")
    test(`${each.key}: a body of another shape is refused`, async () => {
      const prepared = await each.prepare(world);
      for (const body of [null, [], "text", 7]) {
        const response = await send(each, { ...prepared, input: { ...prepared.input, body } });
        expect({ body, status: response.status }).toEqual({ body, status: 400 });
        expect(await response.json()).toMatchObject({ code: "bad_request" });
      }
    });

  if (endpoint.access !== "public" && methodAndPath(each.key).path.includes("{id}"))
    test(`${each.key}: somebody else's id is not found, and theirs stays as it was`, async () => {
      const prepared = await each.prepare(world);
      const response = await send(each, { ...prepared, as: world.stranger });
      expect(response.status).toBe(strangersStatus[endpoint.access]);
      expect((await send(each, prepared)).status).toBe(endpoint.status ?? 200);
    });

  if (endpoint.access !== "public" && !ofPerson.test(each.key))
    test(`${each.key}: a member of the workspace makes the call as its owner does, and a stranger does not`, async () => {
      const { server, stranger } = world;
      const ada = await server.signUp();
      const prepared = await each.prepare({ server, person: ada, stranger });
      const owner = prepared.as ?? ada;
      const ben = await memberOf(server, owner);
      // What an administrator may, a workspace gives nobody: it is each person's own.
      const { role } = await owner.client("GET /amplify/auth/me");
      await server.grant(ben, { role: role as Role });
      if (methodAndPath(each.key).path.includes("{id}"))
        expect((await send(each, { ...prepared, as: stranger })).status).toBe(
          strangersStatus[endpoint.access],
        );
      const response = await send(each, { ...prepared, as: ben });
      const text = await response.text();
      expect({ status: response.status, text }).toMatchObject({ status: endpoint.status ?? 200 });
      const json = checkedAnswer({ answer: endpoint.answer, response, text });
      await each.check({ json, text, response, world: { server, person: ben, stranger } });
    });
}

test("nothing secret was logged meanwhile", () => {
  const logged = JSON.stringify(consoles.flatMap((spy) => spy.mock.calls));
  for (const secret of secretsOf(world)) expect(logged).not.toContain(secret);
});

/** What no answer and no log line may hold; the sign-in answers hold other tokens than these. */
function secretsOf({ server, person, stranger }: World): string[] {
  const sealed = server.core.secrets.seal("", { workspaceId: "", rowId: "", field: "" });
  const sealedStart = sealed.slice(0, sealed.lastIndexOf("."));
  return ["$argon2id$", sealedStart, appPasswordCanary, goodPassword, person.token, stranger.token];
}

/** The answer has the schema's fields and no others: what is not in the contract must not leave the server. */
function checkedAnswer(got: { answer: ZodType | string; response: Response; text: string }): unknown {
  const type = got.response.headers.get("content-type") ?? "";
  if (typeof got.answer === "string") {
    expect(type).toStartWith(got.answer);
    return undefined;
  }
  expect(type).toStartWith("application/json");
  const json: unknown = JSON.parse(got.text);
  expect(json).toEqual(got.answer.parse(json));
  return json;
}

function send(each: Scenario, { input, as, headers = {} }: AnyPrepared): Promise<Response> {
  const { method, path } = methodAndPath(each.key);
  const { params = {}, query = {}, body } = input;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const caller: TestPerson | null = as === undefined ? world.person : as;
  const isForm = body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob;
  return fetch(`${world.server.url}${filled}?${new URLSearchParams(query)}`, {
    method,
    redirect: "manual",
    headers: {
      ...(caller ? { cookie: caller.cookie } : {}),
      ...(body !== undefined && !isForm ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
}

/** Every array of scenarios that a file of `scenarios/` exports. */
async function foundScenarios(): Promise<Scenario[]> {
  const folder = join(import.meta.dir, "scenarios");
  const files = [...new Bun.Glob("*.ts").scanSync({ cwd: folder, absolute: true })].sort();
  const modules = await Promise.all(files.map((file) => import(file) as Promise<Record<string, Scenario[]>>));
  return modules.flatMap((module) => Object.values(module).flat());
}
