import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeHash } from "./codeFiles.ts";
import { stepHash } from "./stepHash.ts";

/** The hash of each step in each dialect, as it was when it was listed: `sqlite/0000_first`. */
type Landed = Record<string, string>;

const landedFile = join(import.meta.dirname, "landed.json");
const landed: Landed = existsSync(landedFile) ? JSON.parse(readFileSync(landedFile, "utf8")) : {};

/**
 * Writes `sqlite.ts` and `postgres.ts`: the generated steps as imports, so that a single binary holds them; and adds
 * what is new to `landed.json`. A file of the same name in `code/` is what SQL alone cannot do of a step (begin one
 * with `drizzle-kit generate --custom`).
 */
for (const dialect of ["sqlite", "postgres"]) {
  const tags = readdirSync(join(import.meta.dirname, dialect))
    .filter((name) => name.endsWith(".sql"))
    .map((name) => name.replace(/\.sql$/, ""))
    .sort();
  const codes = new Map(tags.map((tag) => [tag, codeHash(tag)]));
  for (const tag of tags) land(`${dialect}/${tag}`, codes.get(tag));
  const imports = tags.flatMap((tag, i) =>
    codes.get(tag) ? [`import { code as code${i} } from "./code/${tag}.ts";`] : [],
  );
  const texts = tags.map((tag, i) => `import step${i} from "./${dialect}/${tag}.sql" with { type: "text" };`);
  const rows = tags.map((tag, i) => {
    const hash = codes.get(tag);
    const code = hash === undefined ? "" : `, code: code${i}, codeHash: "${hash}"`;
    return `  { tag: "${tag}", sql: step${i}${code} },`;
  });
  const lines = [
    "// Written by `bun run migration`; every step once, in order.",
    ...imports,
    ...texts,
    'import type { Step } from "./step.ts";',
    "",
    "export const migrations: readonly Step[] = [",
    ...rows,
    "];",
    "",
  ];
  writeFileSync(join(import.meta.dirname, `${dialect}.ts`), lines.join("\n"));
}
writeFileSync(landedFile, `${JSON.stringify(landed, null, 2)}\n`);

/** Somebody's data was made by what is listed, so a step that differs is another step. */
function land(name: string, code: string | undefined): void {
  const sql = readFileSync(join(import.meta.dirname, `${name}.sql`), "utf8");
  const hash = stepHash({ sql, ...(code === undefined ? {} : { codeHash: code }) });
  landed[name] ??= hash;
  if (landed[name] === hash) return;
  console.error(
    `${name} is not what it was when it was listed. What has landed never changes: make a new step. If this one has not landed yet, take its line out of db/migrations/landed.json first.`,
  );
  process.exit(1);
}
