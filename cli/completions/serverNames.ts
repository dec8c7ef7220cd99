import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Client } from "../../contract/client.ts";
import { cliLimits } from "../../contract/limits/cli.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import { connect } from "../connection.ts";
import { plainText } from "../format/plainText.ts";
import type { Terminal } from "../terminal.ts";
import type { Candidate, NameKind } from "./complete.ts";

type Asked = Exclude<NameKind, "profiles">;

/**
 * The server's names of one kind. They are cached for some seconds, since one Tab is often followed by another. If the
 * server does not answer in time, the names of the last answer are used.
 */
export async function serverNames(
  terminal: Terminal,
  { kind, server, who }: { kind: Asked; server: string | undefined; who: string },
): Promise<Candidate[]> {
  const path = cachePath(terminal.env, `${kind} ${who}`);
  const kept = await readCache(path);
  const age = kept === null ? Number.POSITIVE_INFINITY : terminal.now() - kept.at;
  if (kept !== null && age >= 0 && age < cliLimits.completionFreshMs) return kept.names;
  const asked = (async () => {
    const { client } = await connect(terminal, server);
    const names = (await ask[kind](client)).slice(0, cliLimits.completionNamesMax).map(({ name, about }) => ({
      name: plainText(name),
      about: plainText(about),
    }));
    await writeCache(path, { at: terminal.now(), names });
    return names;
  })();
  const late = new Promise<null>((resolve) =>
    setTimeout(() => resolve(null), cliLimits.completionMs).unref(),
  );
  const names = await Promise.race([asked.catch(() => null), late]);
  return names ?? kept?.names ?? [];
}

const named = (all: readonly { name: string }[]) => all.map(({ name }) => ({ name, about: "" }));

/** Named by their identifiers, since subjects repeat. */
const campaignNames = (all: readonly Campaign[]) =>
  all.map(({ _id, name, subject }) => ({ name: _id, about: name || subject }));

const ask: Record<Asked, (client: Client) => Promise<Candidate[]>> = {
  accounts: async (client) =>
    (await client("GET /amplify/auth/credentials")).map(({ appEmail, sender }) => ({
      name: appEmail,
      about: sender,
    })),
  campaigns: async (client) => campaignNames(await client("GET /amplify/campaigns")),
  collections: async (client) => [
    ...named([{ name: "all" }]),
    ...named(await client("GET /amplify/collections")),
  ],
  fields: async (client) =>
    (await client("GET /amplify/fields")).map(({ key, label }) => ({ name: key, about: label })),
  folders: async (client) => named(await client("GET /amplify/template-folders")),
  images: async (client) =>
    (await client("GET /amplify/images")).map(({ name, alt }) => ({ name, about: alt })),
  segments: async (client) => named(await client("GET /amplify/segments")),
  sequences: async (client) =>
    campaignNames((await client("GET /amplify/campaigns")).filter(({ kind }) => kind === "sequence")),
  templates: async (client) => named(await client("GET /templates/summaries")),
};

type Cache = { at: number; names: Candidate[] };

function cachePath(env: Terminal["env"], key: string): string {
  const home = env.XDG_CACHE_HOME || join(env.HOME || homedir(), ".cache");
  return join(home, "amplify", `names-${createHash("sha256").update(key).digest("hex").slice(0, 16)}.json`);
}

async function readCache(path: string): Promise<Cache | null> {
  try {
    const { at, names } = JSON.parse(await readFile(path, "utf8")) as Cache;
    return typeof at === "number" && Array.isArray(names) ? { at, names } : null;
  } catch {
    // Missing, or written by another version: the names are fetched again.
    return null;
  }
}

/** Only its owner may read the cache, since names may be confidential. If it cannot be written, it is done without. */
async function writeCache(path: string, cache: Cache): Promise<void> {
  try {
    await mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
    const aside = `${path}.${process.pid}`;
    await writeFile(aside, JSON.stringify(cache), { mode: 0o600 });
    await rename(aside, path);
  } catch {
    // The next Tab asks again.
  }
}
