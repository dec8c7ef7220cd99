import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { plainCollectionName } from "../../contract/leads/plainCollectionName.ts";
import { createCollectionStore } from "../../db/stores/leads/collections.ts";
import type { Core } from "../core/core.ts";

/**
 * What collections are called, by how they are named. Any that look alike are one, but one of before may be spelled as
 * no new one is: whoever names it so, as it was read, means it.
 */
export function createCollectionNames({ database }: Pick<Core, "database">) {
  const store = createCollectionStore(database);
  return async (workspaceId: WorkspaceId, names: Iterable<string>): Promise<Map<string, string>> => {
    const known = new Map([...names].map((name) => [name, plainCollectionName(name)]));
    // Nearly always so, and then nothing is asked.
    if ([...known].every(([name, plain]) => name === plain)) return known;
    for (const { name } of await store.ownedBy(workspaceId)) if (known.has(name)) known.set(name, name);
    return known;
  };
}
