import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes `sqlite.ts` and `postgres.ts`: the generated steps as imports, so that a single binary holds them. */
for (const dialect of ["sqlite", "postgres"]) {
  const names = readdirSync(join(import.meta.dir, dialect))
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const imports = names.map((name, i) => `import step${i} from "./${dialect}/${name}" with { type: "text" };`);
  const rows = names.map((name, i) => `  { tag: "${name.replace(/\.sql$/, "")}", sql: step${i} },`);
  const lines = [
    "// Written by `bun run migration`; every step once, in order.",
    ...imports,
    "",
    "export const migrations: readonly { tag: string; sql: string }[] = [",
    ...rows,
    "];",
    "",
  ];
  writeFileSync(join(import.meta.dir, `${dialect}.ts`), lines.join("\n"));
}
