import { statSync } from "node:fs";

/** Why the system let us not at a file or a folder, by its code; "own" where it is ours, and only its mode is in the way. */
export function accessCode(cause: unknown, path: string): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return code === "EACCES" && isOurs(path) ? "own" : code;
}

function isOurs(path: string): boolean {
  try {
    return statSync(path).uid === process.getuid?.();
  } catch {
    // It is in a folder that nobody lets us look into.
    return false;
  }
}
