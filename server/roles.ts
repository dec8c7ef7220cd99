import { InstallationFault } from "../contract/installation/InstallationFault.ts";
import { remark } from "../contract/installation/remark.ts";
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
  if (unknown !== undefined) throw new InstallationFault(remark("roleUnknown", { role: unknown, roles }));
  const chosen = new Set<Role>(asked.length === 0 ? roles : asked.filter(isRole));
  if (chosen.size === roles.length) return chosen;
  if (settings.databaseUrl === null) throw new InstallationFault(remark("rolesNeedPostgres"));
  if (!chosen.has("server") && settings.publicUrl === null)
    throw new InstallationFault(remark("rolesNeedPublicUrl"));
  return chosen;
}

function isRole(name: string): name is Role {
  return (roles as readonly string[]).includes(name);
}
