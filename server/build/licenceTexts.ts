import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./workerFiles.ts";

type Package = { name: string; version: string; licence: string; author: string; folder: string };

/**
 * The licences of every package that the program is made of, with their texts, one after the other: those that
 * package.json names and what they stand on. @throws {Error} that names a package which gives no text and needs one.
 */
export function licenceTexts(): string {
  const packages = [...packagesBelow(root).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const byText = new Map<string, Package[]>();
  for (const one of packages) {
    const text = textOf(one);
    byText.set(text, [...(byText.get(text) ?? []), one]);
  }
  return Array.from(byText, ([text, group]) => {
    const names = group.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
    return `${rule}\n${names.join("\n")}\n${rule}\n\n${text}\n`;
  }).join("\n");
}

const rule = "=".repeat(80);

/** Found as a runtime finds them, so that two versions of one package are two. */
function packagesBelow(folder: string, found = new Map<string, Package>()): Map<string, Package> {
  const { dependencies = {} } = manifestIn(folder);
  for (const name of Object.keys(dependencies)) {
    const place = placeOf(name, folder);
    if (place === null || found.has(place)) continue;
    const { version, license, author } = manifestIn(place);
    found.set(place, {
      name,
      version: version ?? "",
      licence: license ?? "",
      folder: place,
      author: (typeof author === "string" ? author : author?.name) ?? name,
    });
    packagesBelow(place, found);
  }
  return found;
}

type Manifest = {
  version?: string;
  license?: string;
  author?: string | { name?: string };
  dependencies?: Record<string, string>;
};

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** Null where it is not installed. */
function placeOf(name: string, from: string): string | null {
  const place = join(from, "node_modules", name);
  if (existsSync(join(place, "package.json"))) return place;
  return from === dirname(from) ? null : placeOf(name, dirname(from));
}

function textOf({ name, licence, author, folder }: Package): string {
  const own = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[sc]e|copying|notice|ofl)/i.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), "utf8").trim());
  if (own.length > 0) return own.join("\n\n").replaceAll("\r\n", "\n");
  // Some packages only name their licence, whose text is the same for everybody.
  if (licence === "MIT") return `MIT License\n\nCopyright (c) ${author}\n\n${mit}`;
  if (licence === "Apache-2.0")
    return readFileSync(join(root, "node_modules/googleapis/LICENSE"), "utf8").trim();
  throw new Error(`${name} has no text of its licence (${licence}), and there is none to take its place`);
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
