import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BunPlugin } from "bun";
import { type Asset, type Compression, compress, hashedPath } from "./asset.ts";

/** The module that tells the editor where the script lies; the build writes it. */
const pathModule = resolve(import.meta.dir, "../../islands/Workspace/design/engine/mailPartsPath.ts");

/** Where the exporters turn the text of a template into a function, which our policy for scripts forbids. */
const compiling = /Function\((\w+),(\w+)\+"return "\+(\w+)\)\.apply\(void 0,(\w+)\)/;

export type MailParts = { asset: Asset; plugin: BunPlugin; files: Record<string, string> };

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
    files: { [pathModule]: `export const mailPartsPath = ${JSON.stringify(path)};\n` },
    plugin: {
      name: "mail-parts",
      setup(build) {
        build.onLoad({ filter: /@unlayer\/exporters\/index\.(js|cjs)$/ }, () => ({
          contents: patched,
          loader: "js",
        }));
      },
    },
  };
}

async function capture(): Promise<{ patched: string; script: string }> {
  const file = Bun.resolveSync("@unlayer/exporters", import.meta.dir).replace(/index\.cjs$/, "index.js");
  const source = await Bun.file(file).text();
  const [call = "", names = "", , body = "", values = ""] = compiling.exec(source) ?? [];
  if (call === "") throw new Error("The exporters compile their templates in a new way");

  const templates: string[] = [];
  const heard = `amplifyMailParts${Date.now()}${Math.random().toString(36).slice(2)}`;
  Object.assign(globalThis, {
    [heard]: (keys: string[], text: string) => templates.push(`function(${keys.join(",")}){return ${text}}`),
  });
  const copy = join(tmpdir(), `${heard}.mjs`);
  await Bun.write(
    copy,
    withWholePaths(source.replace(call, () => `(globalThis.${heard}(${names},${body}),${call})`)),
  );
  try {
    await import(copy);
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
    (_, name: string) => `from${JSON.stringify(Bun.resolveSync(name, import.meta.dir))}`,
  );
}
