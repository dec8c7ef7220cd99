import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../db/sqlite/open.ts";
import { versionText } from "../../../server/core/version.ts";
import { testedVariables } from "../server/program.ts";

let kept: Promise<Uint8Array> | undefined;

/**
 * Puts an empty database with every step taken into a folder that holds none. To open it takes a twentieth of what it
 * takes to take the steps, which `tests/fault/upgrades`, `tests/fault/database.test.ts` and whoever starts the program
 * by itself do.
 */
export async function putMigrated(folder: string): Promise<void> {
  const file = join(folder, "amplify.db");
  if (existsSync(file)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  kept ??= read();
  writeFileSync(file, await kept, { mode: 0o600 });
}

/** Takes every step from nothing, and answers the file. */
export async function makeMigrated(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "amplify-migrated-"));
  try {
    await openDatabase({ folder, program: versionText() }).close();
    return readFileSync(join(folder, "amplify.db"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Made once for a whole run of tests, or for the process where nobody did before. */
async function read(): Promise<Uint8Array> {
  const made = process.env[testedVariables.database];
  return made === undefined ? makeMigrated() : Bun.file(made).bytes();
}
