import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../db/sqlite/open.ts";
import { composeInbound } from "../../../server/compose/inbound.ts";
import type { Core } from "../../../server/core/core.ts";
import { createSecrets } from "../../../server/secrets/secrets.ts";
import { putMigrated } from "../db/migratedFile.ts";

// A process that may read mailboxes where nobody has turned that on. It ends by itself as soon as nothing holds it.
const folder = mkdtempSync(join(tmpdir(), "amplify-unread-"));
await putMigrated(folder);
const database = openDatabase({ folder });
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const silent = () => {};
const core = {
  database,
  clock: { now: Date.now },
  secrets: createSecrets(Buffer.alloc(32, 7)),
  newId: () => crypto.randomUUID(),
  log: { debug: silent, info: silent, warn: silent, error: console.error },
  settings: { google: null, microsoft: null, googleImap: null, outlookImap: null, rateLimits: false },
} as unknown as Core;
const { readers } = composeInbound(core, {
  notices: { jobFor: () => null, written: silent },
  onChange: silent,
  mails: { mayConcernUs: () => true, take: async () => {} },
});
readers.start();
readers.wake();
process.on("beforeExit", () => {
  const loaded = Object.keys(require.cache).filter((path) => /node_modules\/(imapflow|pino)\//.test(path));
  console.log(JSON.stringify({ loaded }));
  process.exit(0);
});
