import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isTestedApart, programFromSource } from "../../support/server/program.ts";

setDefaultTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), "amplify-loaded-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What only connected accounts need, each with what it takes along; and Hono, which every server loads. */
const noted = [
  "jose",
  "googleapis",
  "googleapis-common",
  "google-auth-library",
  "gaxios",
  "gtoken",
  "gcp-metadata",
  "@azure/msal-node",
  "@microsoft/microsoft-graph-client",
  "hono",
];

/** The packages of those that a server has loaded once it is ready, by what its loader was asked for. */
async function loadedBy(name: string, environment: Record<string, string>): Promise<string[]> {
  const file = join(folder, `${name}.txt`);
  const [runtime, program] = programFromSource;
  const preload = join(import.meta.dir, "../../support/runtime/noteLoaded.ts");
  const child = Bun.spawn([runtime, "--preload", preload, program, "serve"], {
    env: {
      PATH: process.env.PATH ?? "",
      HOME: folder,
      PORT: "0",
      AMPLIFY_DATA: join(folder, name),
      NOTED: noted.join("|"),
      NOTED_IN: file,
      ...environment,
    },
    stdout: "pipe",
    stderr: "ignore",
  });
  let said = "";
  for await (const piece of child.stdout) {
    said += new TextDecoder().decode(piece);
    if (said.includes("is ready on")) break;
  }
  child.kill();
  await child.exited;
  expect(said).toContain("is ready on");
  const paths = existsSync(file) ? readFileSync(file, "utf8") : "";
  return noted.filter((one) => paths.includes(`node_modules/${one}/`));
}

// Whoever serves by another runtime has another loader; what is imported is the same.
test.skipIf(isTestedApart)(
  "a server that is ready has loaded nothing of Google's and Microsoft's clients, whether they are set up or not",
  async () => {
    expect(await loadedBy("bare", {})).toEqual(["hono"]);
    const clients = {
      GOOGLE_CLIENT_ID: "id",
      GOOGLE_CLIENT_SECRET: "secret",
      MICROSOFT_CLIENT_ID: "id",
      MICROSOFT_CLIENT_SECRET: "secret",
    };
    expect(await loadedBy("set", clients)).toEqual(["hono"]);
  },
);
