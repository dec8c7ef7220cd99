import { and, eq, inArray } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { joinedAccents } from "../../../contract/joinedAccents.ts";
import { plainCollectionName } from "../../../contract/leads/plainCollectionName.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import type { Database } from "../../database.ts";

/**
 * The collection that a name in lower case means, or null: the one that is called exactly so, which may be spelled as no new one
 * is, or else the one that looks alike, as whoever names it when a lead joins means that too.
 */
export async function collectionNamed(
  { read, tables: { collections } }: Pick<Database, "read" | "tables">,
  { workspaceId, name }: { workspaceId: WorkspaceId; name: string },
): Promise<string | null> {
  const plain = plainCollectionName(joinedAccents(name, textLimits.collectionNameMax));
  const rows = await read
    .select({ id: collections.id, name: collections.name })
    .from(collections)
    .where(and(eq(collections.workspaceId, workspaceId), inArray(collections.name, [name, plain])));
  const meant = rows.find((row) => row.name === name) ?? rows[0];
  return meant?.id ?? null;
}
