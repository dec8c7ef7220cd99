import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { remark } from "../../contract/installation/remark.ts";
import type { Database } from "../../db/database.ts";
import type { HashingFor } from "../../db/migrations/step.ts";
import { createMetaStore } from "../../db/stores/installation/meta.ts";
import { hasSealedData } from "../../db/stores/installation/sealedData.ts";
import type { Settings } from "../settings/settings.ts";
import { accessCode } from "./accessCode.ts";
import { createSecrets } from "./secrets.ts";
import { keyIdOf } from "./subkeys.ts";

const keyBytes = 32;

/**
 * The installation's key: `AMPLIFY_KEY`, or the file `key` in the data folder, which the first start makes.
 * The database remembers which key it belongs to.
 * @throws {Error} when the key is missing or wrong for this database; a new one would make every stored
 * password unreadable for good, so none is ever made then.
 */
export async function loadKey(options: {
  settings: Pick<Settings, "key" | "dataFolder">;
  database: Database;
}): Promise<Buffer> {
  const { settings, database } = options;
  const path = join(settings.dataFolder, "key");
  const meta = createMetaStore(database);
  const knownId = await meta.value("keyId");
  const given = givenKey(settings.key, path);
  if (given === null) {
    if (knownId !== undefined || (await hasSealedData(database)))
      throw new InstallationFault(remark("keyMissing", { path }));
    const made = makeKeyFile(path);
    await meta.put({ key: "keyId", value: keyIdOf(made) });
    return made;
  }
  if (knownId === undefined) await meta.put({ key: "keyId", value: keyIdOf(given) });
  else if (knownId !== keyIdOf(given))
    throw new InstallationFault(remark("keyWrong", { source: keyPlace(settings) }));
  return given;
}

type KeySettings = Pick<Settings, "key" | "dataFolder">;

/**
 * Hashes of addresses for a database that is opened before its key is, since that brings it to this version.
 * What it throws is what `loadKey` would say.
 */
export function hashingFor(settings: KeySettings): HashingFor {
  return (keyId) => {
    const path = join(settings.dataFolder, "key");
    const given = givenKey(settings.key, path);
    if (given === null) throw new InstallationFault(remark("keyMissing", { path }));
    if (keyId !== null && keyId !== keyIdOf(given))
      throw new InstallationFault(remark("keyWrong", { source: keyPlace(settings) }));
    return createSecrets(given).hashAddress;
  };
}

/** Where the key is looked for, in words. */
export function keyPlace({ key, dataFolder }: KeySettings): string {
  return key === null ? join(dataFolder, "key") : "AMPLIFY_KEY";
}

/** The name of the key that is there, or null; none is made. @throws {Error} when it is no key. */
export function givenKeyId({ key, dataFolder }: KeySettings): string | null {
  const given = givenKey(key, join(dataFolder, "key"));
  return given === null ? null : keyIdOf(given);
}

function givenKey(fromSetting: string | null, path: string): Buffer | null {
  if (fromSetting !== null) return parseKey(fromSetting, "AMPLIFY_KEY");
  if (!existsSync(path)) return null;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    const code = accessCode(cause, path);
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new InstallationFault(remark("fileNotUsable", { file: path, code, message }), { cause });
  }
  return parseKey(text, path);
}

/** 32 bytes as 64 hexadecimal digits or as base64, in either alphabet. */
function parseKey(text: string, source: string): Buffer {
  const trimmed = text.trim();
  const key = /^[0-9a-fA-F]{64}$/.test(trimmed)
    ? Buffer.from(trimmed, "hex")
    : Buffer.from(trimmed, "base64");
  if (key.length !== keyBytes || !/^[A-Za-z0-9+/_-]+=?$/.test(trimmed))
    throw new InstallationFault(remark("keyMalformed", { source, bytes: keyBytes }));
  return key;
}

/** Made only where no file is (`wx`), readable by its owner alone, and on the disk before anything is sealed. */
function makeKeyFile(path: string): Buffer {
  const key = randomBytes(keyBytes);
  const file = openSync(path, "wx", 0o600);
  try {
    writeSync(file, `${key.toString("base64")}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return key;
}
