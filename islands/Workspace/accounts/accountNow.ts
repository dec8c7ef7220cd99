import type { Credential } from "../../../contract/schemas/credential.ts";
import { browserClient } from "../../_data/browserClient.ts";

/** The account as it is by now, or as it was where it is gone: saving says that then. */
export async function accountNow(credential: Credential): Promise<Credential> {
  const accounts = await browserClient("GET /amplify/auth/credentials");
  return accounts.find(({ _id }) => _id === credential._id) ?? credential;
}

const readNames = [
  ...(["appEmail", "alias", "displayName", "host", "port", "security", "user"] as const),
  ...(["perDay", "perMinute", "gapMs", "connections", "rampPerDay"] as const),
];

/** What it was as it was read last, as far as it is written over. */
export function asRead(
  now: Credential,
  changed: object,
): Partial<Pick<Credential, (typeof readNames)[number]>> {
  const names = readNames.filter((name) => changed[name as keyof typeof changed] !== undefined);
  return Object.fromEntries(names.map((name) => [name, now[name]]));
}
