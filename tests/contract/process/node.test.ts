import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import { findNode } from "../../support/runtime/findNode.ts";
import { builtIn, runOnNode } from "../../support/runtime/onNode.ts";
import type { Chosen } from "../../support/runtime/runApart.ts";
import { type StartedProcess, startProcess } from "../../support/server/startProcess.ts";
import { goodPassword, startTestServer } from "../../support/server/testServer.ts";

/**
 * Each of these starts what it tests as a process; here that process is Node's. They all run in one process of tests, which
 * loads what they need once.
 */
const groups: Record<string, Required<Chosen>> = {
  "every call of the contract": {
    files: ["tests/contract/http/scenarios.test.ts"],
    only: ["a valid call is answered as the contract says"],
  },
  "sockets, bodies that are too large, and requests that are none": {
    files: ["socket", "badRequests", "everyEndpoint"].map((name) => `tests/contract/http/${name}.test.ts`),
    only: [
      "own cookie or token opens it",
      "a campaign's progress arrives to its end",
      "a large frame, a flood and too many sockets",
      "a load balancer that asks by HTTP/1.0",
      "CONNECT asks for a proxy",
      "/email/send bounds its body",
    ],
  },
  "a campaign over real SMTP, also through a stop and by two processes": {
    files: ["tests/contract/campaigns/sending.test.ts", "tests/fault/processes.test.ts"],
    only: [
      "a send is refused",
      "what a caller claims about a lead",
      "a mail that goes out",
      "a server that is told to stop",
      "two servers over one database",
    ],
  },
  "an import in its thread, with people who are in it twice": {
    files: ["tests/contract/leads/spellings.test.ts"],
    only: ["one campaign mails a mailbox once"],
  },
  "a backup of a server at work": {
    files: ["tests/fault/backup.test.ts"],
    only: ["made beside a running server"],
  },
  "the terminal's commands": {
    files: ["tests/terminal/journey.test.ts"],
    only: ["signing in keeps a session", "a send by the sandbox account", "an import reports every row"],
  },
};

setDefaultTimeout(180_000);
// Without a Node that is new enough, and none to be had for this system, there is nothing to test.
const node = findNode();
let variables: ReturnType<typeof builtIn>;
let npm: StartedProcess;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-node-"));
  if (node === null) return;
  const beside = node === "node" ? "" : `${dirname(node)}:`;
  npm = await startProcess(["npm", "run", "start:node"], /is ready on (\S+)\n/, {
    PATH: `${beside}${process.env.PATH}`,
    AMPLIFY_DATA: mkdtempSync(join(folder, "npm-")),
    PORT: "0",
  });
  // What npm has built to start it is what everything here starts.
  variables = builtIn("dist/node", node);
});
afterAll(async () => {
  if (node !== null) await npm.end();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(node === null)("on Node", () => {
  test("npm that is asked to stop leaves no server behind: it waits until mails and requests have ended", async () => {
    expect((await fetch(`${npm.line}/healthz`)).status).toBe(200);
    expect(await npm.end()).toBe(0);
    await expect(fetch(`${npm.line}/healthz`)).rejects.toThrow();
  });

  test(Object.keys(groups).join("; "), () => {
    const files = Object.values(groups).flatMap((group) => group.files);
    const only = Object.values(groups).flatMap((group) => group.only);
    const { status, output, passedNames } = runOnNode({ files, only }, variables);
    expect({ status, output: status === 0 ? "" : output }).toEqual({ status: 0, output: "" });
    for (const name of only) expect(passedNames.filter((passed) => passed.includes(name))).not.toEqual([]);
  }, 600_000);

  test("a data folder goes from one runtime to the other and back, with its passwords, and the doctor finds nothing wrong", async () => {
    const environment = { AMPLIFY_DATA: folder, PORT: "0", AMPLIFY_RATE_LIMITS: "off" };
    const signIn = (base: string, username: string) =>
      createClient({ base })("POST /amplify/auth/login", { body: { username, password: goodPassword } });
    const onNode = async <T>(work: (base: string) => Promise<T>): Promise<T> => {
      const command = [...Object.values(variables), "serve"];
      const server = await startProcess(command, /is ready on (\S+)\n/, environment);
      return work(server.line).finally(server.end);
    };

    await onNode((base) =>
      createClient({ base })("POST /amplify/auth/signup", {
        body: {
          firstName: "Ada",
          lastName: "Byron",
          email: "node@shop.test",
          password: goodPassword,
          status: "AMFR",
        },
      }),
    );
    const server = await startTestServer(environment);
    await signIn(server.url, "node@shop.test");
    await server.signUp({ email: "bun@shop.test" });
    await server.close();
    const examine = () =>
      Bun.spawn([...Object.values(variables), "doctor"], { env: { ...process.env, ...environment } });
    expect(
      await onNode(async (base) => {
        const session = await signIn(base, "bun@shop.test");
        const doctor = examine();
        const told = await new Response(doctor.stdout).text();
        return { ...session, code: await doctor.exited, signs: told.match(/^\w+/gm) };
      }),
    ).toMatchObject({ role: "user", code: 0, signs: ["ok", "ok", "ok", "ok", "ok", "ok", "ok", "look"] });
  });
});
