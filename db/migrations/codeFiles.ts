import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { codeHashOf } from "./stepHash.ts";

const folder = import.meta.dirname;

/** The hash of the code of a step, as its files say it now; undefined where SQL alone does it. */
export function codeHash(tag: string): string | undefined {
  const first = join(folder, "code", `${tag}.ts`);
  if (!existsSync(first)) return undefined;
  const files = new Map<string, string>();
  gather(first, files);
  const paths = [...files.keys()].sort();
  return codeHashOf(paths.map((path) => `${relative(folder, path)}\n${files.get(path)}`));
}

/** What a step's code imports of this folder is part of it; what it imports from elsewhere lives on. */
function gather(path: string, files: Map<string, string>): void {
  const shared = ["step.ts", "stepHash.ts"].map((name) => join(folder, name));
  if (files.has(path) || shared.includes(path) || !path.startsWith(folder)) return;
  const text = readFileSync(path, "utf8");
  files.set(path, text);
  for (const [, specifier = ""] of text.matchAll(/\bfrom "(\.[^"]+)"/g))
    gather(resolve(dirname(path), specifier), files);
}
