import { isNotNull } from "drizzle-orm";
import type { Database } from "../../database.ts";

/** Whether anything is stored that only the installation's key can read or find again. */
export async function hasSealedData({
  read,
  tables: { credentials, mailboxReadings, signingKeys, suppressions },
}: Database): Promise<boolean> {
  const [secret] = await read
    .select({ id: credentials.id })
    .from(credentials)
    .where(isNotNull(credentials.secret))
    .limit(1);
  const [mailbox] = await read
    .select({ id: mailboxReadings.credentialId })
    .from(mailboxReadings)
    .where(isNotNull(mailboxReadings.secret))
    .limit(1);
  const [suppressed] = await read
    .select({ workspaceId: suppressions.workspaceId })
    .from(suppressions)
    .limit(1);
  const [signing] = await read.select({ id: signingKeys.id }).from(signingKeys).limit(1);
  return [secret, mailbox, suppressed, signing].some((row) => row !== undefined);
}
