import { spawn, spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { until } from "../until.ts";
import { findPostgres } from "./findPostgres.ts";

export type TestPostgres = {
  /** The address of the server, to which a database's name is added. */
  url: string;
  stop(): Promise<void>;
};

/** A power loss may take it all: it lives for one run of tests. */
const careless = ["fsync", "synchronous_commit", "full_page_writes"].flatMap((name) => ["-c", `${name}=off`]);

/**
 * Starts a PostgreSQL of its own in a folder in `parent` that goes when it stops; null where there is none for this system.
 * With `isDurable` what it has answered stays through a power loss, as in an installation; `settings` are further ones,
 * `name=value`.
 */
export async function startPostgres({
  isDurable = false,
  settings = [],
  parent = tmpdir(),
}: {
  isDurable?: boolean;
  settings?: readonly string[];
  parent?: string;
} = {}): Promise<TestPostgres | null> {
  const found = findPostgres();
  if (found === null) return null;
  const folder = mkdtempSync(join(parent, "amplify-postgres-"));
  const { bin, as } = runnable(found, folder);
  const data = join(folder, "data");
  const made = run(
    [
      ...as,
      join(bin, "initdb"),
      "-D",
      data,
      "-U",
      "amplify",
      "-A",
      "trust",
      "-N",
      "-E",
      "UTF8",
      "--no-locale",
    ],
    folder,
  );
  if (made.status !== 0) throw new Error(`PostgreSQL could not be set up: ${made.stderr}`);
  const port = await freePort();
  const options = [
    ...(isDurable ? [] : careless),
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "max_connections=300",
    "-c",
    "max_wal_size=4GB",
    ...settings.flatMap((setting) => ["-c", setting]),
  ];
  const [program = "", ...args] = [
    ...as,
    join(bin, "postgres"),
    "-D",
    data,
    "-k",
    "",
    "-p",
    String(port),
    ...options,
  ];
  const server = spawn(program, args, { cwd: folder, stdio: "ignore" });
  const ended = new Promise((resolve) => server.once("close", resolve));
  const url = `postgres://amplify@127.0.0.1:${port}`;
  await until(() => answers(`${url}/postgres`));
  return {
    url,
    async stop() {
      // A fast shutdown: it ends who is still connected.
      server.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root, so root runs it as nobody, who may not look into root's own folders. */
function runnable(found: string, folder: string): { bin: string; as: readonly string[] } {
  if (process.getuid?.() !== 0) return { bin: found, as: [] };
  const id = (option: string) => Number(run(["id", option, "nobody"], folder).stdout);
  chownSync(folder, id("-u"), id("-g"));
  const as = ["setpriv", `--reuid=${id("-u")}`, `--regid=${id("-g")}`, "--clear-groups"];
  if (run([...as, join(found, "postgres"), "--version"], folder).status === 0) return { bin: found, as };
  const copy = join(folder, "native");
  cpSync(resolve(found, ".."), copy, { recursive: true, verbatimSymlinks: true });
  return { bin: join(copy, "bin"), as };
}

function run([program = "", ...args]: readonly string[], cwd: string) {
  return spawnSync(program, args, { cwd, encoding: "utf8" });
}

async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, "127.0.0.1", () => {
    const address = server.address();
    server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
  });
  return promise;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
