import { rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Asset, type Compression, compress, hashedPath } from "./asset.ts";

/** The module that tells the editor where the script lies; the build writes it. */
const pathModule = resolve(import.meta.dirname, "../../islands/Workspace/design/engine/mailPartsPath.ts");

const packages = createRequire(import.meta.url);
/** What bundles for a browser take of the package; programs take its neighbour. */
const exportersModule = packages.resolve("@unlayer/exporters").replace(/index\.cjs$/, "index.js");

/** Where the exporters turn the text of a template into a function, which our policy for scripts forbids. */
const compiling = /Function\((\w+),(\w+)\+"return "\+(\w+)\)\.apply\(void 0,(\w+)\)/;

/** The script, and the modules that a bundle with the exporters needs in the place of those on the disk. */
export type MailParts = { asset: Asset; modules: Record<string, string> };

let captured: Promise<{ patched: string; script: string }> | undefined;

/**
 * Unlayer's exporters for the browser. They compile their templates while they load, with `Function`; here that is
 * done once, and the functions become a plain script of our own (they use `with`, which modules may not).
 * Throws when a new version of the exporters is laid out otherwise.
 */
export async function buildMailParts({ compression }: { compression: Compression }): Promise<MailParts> {
  captured ??= capture();
  const { patched, script } = await captured;
  const bytes = new TextEncoder().encode(script);
  const path = hashedPath("mailParts.js", bytes);
  const type = "text/javascript; charset=utf-8";
  return {
    asset: await compress({ path, type, role: "chunk", of: "site", bytes, imports: [] }, compression),
    modules: {
      [pathModule]: `export const mailPartsPath = ${JSON.stringify(path)};\n`,
      [exportersModule]: patched,
    },
  };
}

async function capture(): Promise<{ patched: string; script: string }> {
  const source = await readFile(exportersModule, "utf8");
  const [call = "", names = "", , body = "", values = ""] = compiling.exec(source) ?? [];
  if (call === "") throw new Error("The exporters compile their templates in a new way");

  const templates: string[] = [];
  const heard = `amplifyMailParts${Date.now()}${Math.random().toString(36).slice(2)}`;
  Object.assign(globalThis, {
    [heard]: (keys: string[], text: string) => templates.push(`function(${keys.join(",")}){return ${text}}`),
  });
  const copy = join(tmpdir(), `${heard}.mjs`);
  await writeFile(
    copy,
    withWholePaths(source.replace(call, () => `(globalThis.${heard}(${names},${body}),${call})`)),
  );
  try {
    await import(pathToFileURL(copy).href);
  } finally {
    rmSync(copy, { force: true });
    Reflect.deleteProperty(globalThis, heard);
  }
  // The exporters make their templates in the same order every time, so counting finds them again.
  const found = `globalThis.amplifyMailParts[mailPart++].apply(void 0,${values})`;
  const withoutServer = source.replace(/import (\w+) from"react-dom\/server";/g, "const $1={};");
  return {
    patched: `let mailPart=0;${withoutServer.replace(call, () => found)}`,
    script: `globalThis.amplifyMailParts=[${templates.join(",")}];`,
  };
}

/** The copy lies elsewhere, so what it imports is named by its whole path. */
function withWholePaths(source: string): string {
  return source.replace(
    /from"(react|react-dom\/server)"/g,
    (_, name: string) => `from${JSON.stringify(pathToFileURL(packages.resolve(name)).href)}`,
  );
}
