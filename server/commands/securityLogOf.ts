import { createLogOutput } from "../log/output.ts";
import { createSecurityLog, type SecurityLog } from "../log/securityLog.ts";
import type { Settings } from "../settings/settings.ts";

/** The security log of a command, which is written as the server's is. */
export function securityLogOf({ logFormat }: Pick<Settings, "logFormat">): SecurityLog {
  return createSecurityLog({ now: Date.now }, createLogOutput({ format: logFormat }));
}
