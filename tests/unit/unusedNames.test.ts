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

/** How often each name stands in some text. */
function timesOf(code: string): Map<string, number> {
  const times = new Map<string, number>();
  for (const [name] of code.matchAll(/[A-Za-z_$][\w$]*/g)) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
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

test("no bound has a name that nobody reads", async () => {
  const files = [...new Bun.Glob(rooms).scanSync(root)].filter((file) => !file.includes("node_modules"));
  const times = timesOf(files.map((file) => readFileSync(join(root, file), "utf8")).join("\n"));
  const unread: string[] = [];
  for (const file of files.filter((one) => one.startsWith("contract/limits/")))
    for (const { key, path } of Object.values(await import(join(root, file))).flatMap((each) => keysOf(each)))
      if (/^[A-Za-z_$][\w$]*$/.test(key) && times.get(key) === 1) unread.push(`${file}: ${path}`);
  expect(unread).toEqual([]);
});
