import { access, chmod, constants, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { currentProfile, type Environment, profilePath } from "./profiles.ts";

/** Who is signed in and where. The token is a secret: the file is for its owner's eyes only. */
export type Session = { server: string; uid: string; token: string; email: string };

/** Where the session of the profile in use is kept. @throws {UsageFault} for a name that is none. */
export function sessionPath(env: Environment): string {
  return profilePath(env, currentProfile(env));
}

/** The kept session, or null where there is none or the file is not one of ours. @throws where it may not be read. */
export async function readSession(env: Environment): Promise<Session | null> {
  const path = sessionPath(env);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    // Of another user, as after a command by sudo: it is not as if nobody were signed in.
    if (error.code === "EACCES") throw error;
    return null;
  });
  if (text === null) return null;
  await closeToOthers(path);
  return parseSession(text);
}

/** @throws where no session can be kept: asked first, so that nobody is signed in on a server in vain. */
export async function requireKeepable(env: Environment): Promise<void> {
  const folder = dirname(sessionPath(env));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.W_OK);
}

export async function saveSession(env: Environment, session: Session): Promise<void> {
  const path = sessionPath(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Written aside and moved into place: a half-written session is never read, and its mode is right from the start.
  const aside = `${path}.${process.pid}`;
  await rm(aside, { force: true });
  await writeFile(aside, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(aside, path);
}

export async function forgetSession(env: Environment): Promise<void> {
  await rm(sessionPath(env), { force: true });
}

async function closeToOthers(path: string): Promise<void> {
  const { mode } = await stat(path);
  // One that is given from elsewhere, as a secret on a read-only disk, cannot be closed by whoever reads it.
  if ((mode & 0o077) !== 0) await chmod(path, 0o600).catch(() => {});
}

function parseSession(text: string): Session | null {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== "object") return null;
    const { server, uid, token, email } = value as Record<string, unknown>;
    const all = [server, uid, token, email];
    return all.every((field) => typeof field === "string" && field !== "") ? (value as Session) : null;
  } catch {
    return null;
  }
}
