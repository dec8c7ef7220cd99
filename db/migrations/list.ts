import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes `sqlite.ts` and `postgres.ts`: the generated steps as imports, so that a single binary holds them. A file of
 * the same name in `code/` is what SQL alone cannot do of a step (begin one with `drizzle-kit generate --custom`).
 */
for (const dialect of ["sqlite", "postgres"]) {
  const tags = readdirSync(join(import.meta.dir, dialect))
    .filter((name) => name.endsWith(".sql"))
    .map((name) => name.replace(/\.sql$/, ""))
    .sort();
  const hasCode = (tag: string) => existsSync(join(import.meta.dir, "code", `${tag}.ts`));
  const codes = tags.map((tag, i) => (hasCode(tag) ? `import { code as code${i} } from "./code/${tag}.ts";` : ""));
  const texts = tags.map((tag, i) => `import step${i} from "./${dialect}/${tag}.sql" with { type: "text" };`);
  const rows = tags.map(
    (tag, i) => `  { tag: "${tag}", sql: step${i}${hasCode(tag) ? `, code: code${i}` : ""} },`,
  );
  const lines = [
    "// Written by `bun run migration`; every step once, in order.",
    ...codes.filter(Boolean),
    ...texts,
    'import type { Step } from "./step.ts";',
    "",
    "export const migrations: readonly Step[] = [",
    ...rows,
    "];",
    "",
  ];
  writeFileSync(join(import.meta.dir, `${dialect}.ts`), lines.join("\n"));
}
