import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const rooms = "{contract,cli,server,islands,pages,mail,agents,platform,db}/**/*.{ts,tsx}";
const catalogue = "contract/texts/en/";

/** Every name that stands anywhere outside of the catalogue, and every beginning of one that a template makes up. */
function namesElsewhere(): { names: Set<string>; beginnings: string[] } {
  const files = [...new Bun.Glob(rooms).scanSync(root), "amplify.ts"].filter(
    (file) => !file.startsWith(catalogue) && !file.includes("node_modules"),
  );
  const code = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
  return {
    names: new Set(code.match(/[A-Za-z_$][\w$]*/g)),
    beginnings: [...code.matchAll(/`([a-z]\w{2,})\$\{/g)].map(([, beginning = ""]) => beginning),
  };
}

function keysOf(value: unknown, path: readonly string[] = []): { key: string; path: string }[] {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    { key, path: [...path, key].join(".") },
    ...keysOf(inner, [...path, key]),
  ]);
}

test("no text of the catalogue has a name that nobody outside of it reads", async () => {
  const { names, beginnings } = namesElsewhere();
  const unread: string[] = [];
  for (const file of new Bun.Glob("**/*.ts").scanSync(join(root, catalogue))) {
    const texts = Object.values(await import(join(root, catalogue, file)));
    for (const { key, path } of texts.flatMap((each) => keysOf(each)))
      if (/^[A-Za-z_$][\w$]*$/.test(key) && !names.has(key) && !beginnings.some((one) => key.startsWith(one)))
        unread.push(`${file}: ${path}`);
  }
  expect(unread).toEqual([]);
});
