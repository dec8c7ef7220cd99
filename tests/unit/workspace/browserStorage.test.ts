import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Glob } from "bun";
import { privacy } from "../../../contract/texts/en/pages/privacy.ts";

const root = resolve(import.meta.dir, "../../..");
const settings = "islands/_data/setting.ts";
const read = (file: string) => readFileSync(join(root, file), "utf8");
const users = [...new Glob("{islands,pages}/**/*.{ts,tsx}").scanSync(root)].filter((file) =>
  /\b(local|session)Storage\b/.test(read(file)),
);

/** The keys that a file reads or writes: spelled out, or as the one constant that is called `key` there. */
function keysIn(file: string): string[] {
  const text = read(file);
  const uses = [...text.matchAll(/Storage\.(?:get|set|remove)Item\(([^,)]+)/g)].map(([, name = ""]) => name);
  const constant = /^const key = "(\w+)";$/m.exec(text)?.[1];
  // What is kept for one person goes through `personalStorage`, which is told the key.
  const kept = [...text.matchAll(/personalStorage<[^;]*?\bkey: "(\w+)"/gs)].map(
    ([, name = ""]) => `"${name}"`,
  );
  return [...uses, ...kept].map((name) =>
    name === "key" ? (constant ?? `an unknown key of ${file}`) : name.slice(1, -1),
  );
}

/** The settings go through one file, whose type says what may be kept. */
function settingKeys(): string[] {
  const type = /export type SettingKey =([^;]+);/.exec(read(settings))?.[1] ?? "";
  return [...type.matchAll(/"(\w+)"/g)].map(([, key = ""]) => key);
}

test("the privacy page lists every key that the browser keeps something under, and no other", () => {
  const others = users.filter((file) => file !== settings).flatMap(keysIn);
  expect(users).toContain(settings);
  expect(others.length).toBeGreaterThan(5);
  const used = new Set([...settingKeys(), ...others]);
  expect(Object.keys(privacy.keptInBrowser).sort()).toEqual([...used].sort());
});

test("the specification's keys are among them", () => {
  expect(settingKeys()).toEqual(expect.arrayContaining(["uid", "theme", "collection", "activeTab", "site"]));
});
