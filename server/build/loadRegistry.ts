import { join } from "node:path";
import type { IslandModule, IslandRegistry } from "../../pages/Island.tsx";
import { embedded } from "./embedded.ts";
import { islandFolders } from "./islandFolders.ts";

/** Every island the pages may hold: out of the binary when this is one, else found by folder and imported. */
export async function loadRegistry({ folder }: { folder?: string } = {}): Promise<IslandRegistry> {
  if (embedded !== undefined) return new Map(Object.entries(embedded.islands));
  const found = islandFolders(folder).map(async ({ name, path }) => {
    const [{ default: component }, { props }] = await Promise.all([
      import(join(path, "index.tsx")),
      import(join(path, "props.ts")),
    ]);
    return [name, { component, props } satisfies IslandModule] as const;
  });
  return new Map(await Promise.all(found));
}
