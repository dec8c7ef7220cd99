import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { testCertificate } from "../support/smtp/testCertificate.ts";

setDefaultTimeout(30_000);

let machine: Machine;
beforeEach(() => {
  machine = createMachine({ AMPLIFY_TOKEN: "token" });
});
afterEach(() => machine.remove());

const person = {
  uid: "u1",
  email: "ada@example.com",
  firstName: "Ada",
  lastName: "L",
  status: "AMEX",
  role: "user",
};
const tls = { key: testCertificate.key, cert: testCertificate.certificate };

/** A server that answers who is asking, as ours would, and everything else as somebody in between would. */
function serve(others: () => Response, options: { tls?: typeof tls } = {}) {
  return Bun.serve({
    port: 0,
    ...options,
    fetch: (request) => (request.url.endsWith("/auth/me") ? Response.json(person) : others()),
  });
}

const page = (status: number) => () =>
  new Response("<html><h1>Request Entity Too Large</h1></html>", {
    status,
    headers: { "content-type": "text/html" },
  });

test("a proxy that refuses the size of an import is named, and what to do there", async () => {
  await using proxy = serve(page(413));
  const url = `http://localhost:${proxy.port}`;
  await Bun.write(join(machine.home, "leads.csv"), "Name,Email\nAda,ada@example.com\n");
  const run = await machine.run(["import", "leads.csv", "--server", url]);
  expect([run.code, run.stderr]).toEqual([
    1,
    `The proxy in front of ${url} refused the size of what was sent. Whoever runs it can raise its limit (nginx: client_max_body_size), or send less at once.\n`,
  ]);
});

test("a proxy whose server is away says so, and not that something went wrong", async () => {
  await using proxy = serve(page(502));
  const run = await machine.run(["collections", "--json", "--server", `http://localhost:${proxy.port}`]);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("but the server behind it does not (502)");
  expect(run.events).toMatchObject([{ event: "refused", code: "unavailable" }]);
});

test.each([["leads"], ["campaigns"]])("a web page that answers %s is no server's answer", async (command) => {
  await using site = serve(page(200));
  const url = `http://localhost:${site.port}`;
  const run = await machine.run([command, "--server", url]);
  expect([run.code, run.stdout]).toEqual([1, ""]);
  expect(run.stderr).toContain("\nSomething else answered: this is no Amplify server's address, or");
});

test.each([
  ["nothing", () => new Response("")],
  ["null", () => Response.json(null)],
  ["somebody else's JSON", () => Response.json({ ok: true })],
])(
  "a server that answers everything with %s is no Amplify server, and nobody is signed in there",
  async (_, fetch) => {
    await using site = Bun.serve({ port: 0, fetch });
    const url = `http://localhost:${site.port}`;
    const withPassword = ["login", "ada@example.com", "--password-stdin"];
    for (const args of [["leads"], ["login"], withPassword]) {
      const run = await machine.run([...args, "--server", url], { stdin: "Right-Horse-7\n" });
      expect([args, run.code, run.stdout]).toEqual([args, 1, ""]);
      expect(run.stderr).toContain("Something else answered: this is no Amplify server's address, or");
    }
  },
);

test("a certificate that is not trusted is told from a server that is away, and can be trusted as advised", async () => {
  await using server = serve(() => Response.json([]), { tls });
  const url = `https://localhost:${server.port}`;
  const run = await machine.run(["accounts", "--server", url]);
  expect([run.code, run.stdout]).toEqual([1, ""]);
  expect(run.stderr.split("\n")).toEqual([
    `The certificate of ${url} is not trusted: it is self-signed. Nothing was sent to it.`,
    "If you know whose it is, name the file of its authority (or of itself): NODE_EXTRA_CA_CERTS=FILE.pem",
    "",
  ]);
  const file = join(machine.home, "own.pem");
  await Bun.write(file, testCertificate.certificate);
  const trusted = await machine.run(["accounts", "--server", url], { env: { NODE_EXTRA_CA_CERTS: file } });
  expect([trusted.code, trusted.stderr]).toEqual([0, ""]);
});

test("a certificate for another name is refused for that, also where its authority is trusted", async () => {
  await using server = serve(() => Response.json([]), { tls });
  const file = join(machine.home, "own.pem");
  await Bun.write(file, testCertificate.certificate);
  const env = { NODE_EXTRA_CA_CERTS: file };
  const run = await machine.run(["accounts", "--server", `https://127.0.0.1:${server.port}`], { env });
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("is not trusted: it was made for another name.");
  expect(run.stderr).toContain("Use the name that it was made for: --server URL.");
});
