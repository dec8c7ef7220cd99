import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Glob } from "bun";
import { agentTools, confirmTool } from "../../agents/tools.ts";

/*
 * What is written for people names places in this tree; where one of them moves or goes, the sentence about it is no
 * longer so. That much of it a machine can see.
 */

const root = resolve(import.meta.dir, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "NOTICE.md",
  "islands/README.md",
  ...new Glob("docs/**/*.md").scanSync(root),
];
const folders = "agents,bench,cli,contract,db,docs,islands,mail,pages,platform,server,tests";
const files = [...new Glob(`{${folders}}/**/*`).scanSync(root)];
const manifest = JSON.parse(read("package.json")) as Record<"scripts" | "dependencies", object>;

/** What a program makes, or an installation has: no place of the tree. */
const made = /^(dist|data|profiles|backups|NN-name(\.\w+)?\.css|\.\/data)(\/|$)/;

/** Paths in code style: with a folder in it, or a file by its ending. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, inside = ""]) => inside.replace(/\/$/, ""));
  return quoted.filter(
    (path) =>
      /^\w[\w./-]*$/.test(path) &&
      (/\.(tsx?|md|css|json|sql)$/.test(path) || folders.split(",").includes(path.split("/")[0] ?? "")),
  );
}

const isThere = (path: string) =>
  existsSync(join(root, path)) || files.some((file) => `/${file}/`.includes(`/${path}/`));

test("every path that the documents name is there, and so is every document that they lead to", () => {
  const lost = documents.flatMap((document) => {
    const text = read(document);
    const paths = pathsIn(text).filter((path) => !made.test(path) && !isThere(path));
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, to = ""]) => to);
    const broken = links.filter((to) => !existsSync(join(root, dirname(document), to)));
    return [...paths, ...broken].map((path) => `${document}: ${path}`);
  });
  expect(documents.flatMap((document) => pathsIn(read(document))).length).toBeGreaterThan(150);
  expect(lost).toEqual([]);
});

test("every script that they tell to run is one of the package's", () => {
  const told = documents.flatMap((document) =>
    [...read(document).matchAll(/\b(?:bun(?:@[\d.]+)? run|npm run) ([\w:]+)/g)].map(([, name = ""]) => name),
  );
  expect(told.length).toBeGreaterThan(10);
  expect(told.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

test("the drawing of the house has every folder of it", () => {
  const [drawing = ""] = read("docs/ARCHITECTURE.md").match(/^```[\s\S]*?^```/m) ?? [];
  const drawn = [...drawing.matchAll(/^(\w+)\/ /gm)].map(([, folder = ""]) => folder).sort();
  expect(drawn).toEqual(folders.split(",").filter((folder) => folder !== "docs"));
});

test("README's table has every setting, and no other", () => {
  const settings = [...read("server/settings/settings.ts").matchAll(/^ {2}([A-Z][A-Z_]+):/gm)];
  const rows = [...read("README.md").matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)];
  const named = rows.flatMap(([, names = ""]) => names.replaceAll("`", "").split(", "));
  // It says where the others are, so it cannot be one of them.
  const known = ["AMPLIFY_ENV", ...settings.map(([, name = ""]) => name)];
  expect(known.length).toBeGreaterThan(25);
  expect(named.toSorted()).toEqual(known.toSorted());
});

test("NOTICE names whoever's work the program carries", () => {
  const notice = read("NOTICE.md");
  const missing = Object.keys(manifest.dependencies).filter((name) => !notice.includes(name));
  expect(missing).toEqual([]);
});

test("the tools that agents' document names are those there are", () => {
  const named = [...read("docs/AGENTS.md").matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name = ""]) => name);
  const known = [confirmTool, ...agentTools.map(({ name }) => name)];
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
