import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import project from "../../../package.json" with { type: "json" };
import { program } from "../../support/server/program.ts";

const root = resolve(import.meta.dir, "../../..");
const dependencies = Object.keys(project.dependencies);

/** The text that stands below a package's name, up to the next ones. */
function textsIn(printed: string): Map<string, string> {
  const parts = printed.split(/^={80}$/m).slice(1);
  const texts = new Map<string, string>();
  for (let index = 0; index < parts.length; index += 2)
    for (const line of (parts[index] ?? "").trim().split("\n"))
      texts.set(line.slice(0, line.indexOf(" ")), (parts[index + 1] ?? "").trim());
  return texts;
}

test("amplify licences shows the terms of every package that the program is made of, the fonts' too", () => {
  const { stdout, exitCode } = Bun.spawnSync([...program, "licences"]);
  expect(exitCode).toBe(0);
  const texts = textsIn(stdout.toString());
  const without = dependencies.filter((name) => !/permi(t|ssion)/i.test(texts.get(name) ?? ""));
  expect(without).toEqual([]);
  for (const font of ["@fontsource-variable/instrument-sans", "@fontsource/instrument-serif"])
    expect(texts.get(font)).toMatch(/Instrument (Sans|Serif) Project Authors[\s\S]*SIL OPEN FONT LICENSE/);
  // What stands below those that package.json names.
  expect(texts.get("prosemirror-model")).toMatch(/Marijn Haverbeke/);
  // Its package names its licence and holds no text of it.
  expect(texts.get("drizzle-orm")).toMatch(/Apache License[\s\S]*TERMS AND CONDITIONS/);
  // What only tests and builds use is in nobody's program.
  expect([...texts.keys()]).not.toContain("playwright-core");
});

test("NOTICE names every package that the program is made of", () => {
  const notice = readFileSync(join(root, "NOTICE.md"), "utf8");
  const isNamed = (name: string) => new RegExp(`(^|[\\s\`,(])${name}([\\s\`,)]|$)`, "m").test(notice);
  expect(dependencies.filter((name) => !isNamed(name))).toEqual([]);
});
