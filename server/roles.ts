import type { Settings } from "./settings/settings.ts";

/** What a process does of all there is to do: it answers people, sends, runs jobs. */
export const roles = ["server", "sender", "worker"] as const;
export type Role = (typeof roles)[number];

/**
 * The roles that were named; all of them where none was.
 * @throws {Error} that says what is wrong with them, or with the settings for them.
 */
export function rolesFrom(named: readonly string[], settings: Settings): ReadonlySet<Role> {
  const asked = named.flatMap((text) => text.split(",")).filter(Boolean);
  const unknown = asked.find((name) => !isRole(name));
  if (unknown !== undefined)
    throw new Error(`There is no role ${unknown}. The roles are ${roles.join(", ")}.`);
  const chosen = new Set<Role>(asked.length === 0 ? roles : asked.filter(isRole));
  if (chosen.size === roles.length) return chosen;
  if (settings.databaseUrl === null)
    throw new Error(
      "Roles apart need a PostgreSQL (DATABASE_URL): a database that is a file belongs to one process, which does everything.",
    );
  if (!chosen.has("server") && settings.publicUrl === null)
    throw new Error(
      "PUBLIC_URL is needed where nobody is answered: the links in mails lead to the servers that do.",
    );
  return chosen;
}

function isRole(name: string): name is Role {
  return (roles as readonly string[]).includes(name);
}
