import { basename, dirname, extname } from "node:path";
import { build, type Loader, type Plugin } from "esbuild";
import type { Bundle } from "../bundle.ts";

export const bundle: Bundle = async ({ entries, modules = {}, format, dev }) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [...entries],
    plugins: [inMemory(modules)],
    bundle: true,
    platform: "browser",
    format: format === "script" ? "iife" : "esm",
    splitting: format === "modules",
    minify: !dev,
    jsx: "automatic",
    jsxDev: dev,
    publicPath: "/static/",
    // Nothing is written; the folder only says how the outputs are named.
    write: false,
    outdir: "/static",
    entryNames: "[name]-[hash]",
    chunkNames: "shared-[hash]",
    define: { "process.env.NODE_ENV": dev ? '"development"' : '"production"' },
    metafile: true,
    logLevel: "error",
  });
  const described = new Map(Object.entries(metafile.outputs).map(([path, each]) => [basename(path), each]));
  return outputFiles.map(({ path, contents }) => {
    const name = basename(path);
    const { entryPoint, imports = [] } = described.get(name) ?? {};
    return {
      name,
      isEntry: entryPoint !== undefined,
      bytes: new Uint8Array(contents),
      imports: imports.filter(({ kind }) => kind === "import-statement").map((each) => basename(each.path)),
    };
  });
};

/** Modules that are not on the disk, or other ones there. */
function inMemory(modules: Readonly<Record<string, string>>): Plugin {
  return {
    name: "in-memory",
    setup({ onResolve, onLoad }) {
      // Only an entry may lack its file; the bundler looks for all others itself.
      onResolve({ filter: /.*/ }, ({ path, kind }) =>
        kind === "entry-point" && path in modules ? { path } : null,
      );
      onLoad({ filter: /.*/ }, async ({ path }) => {
        const contents = modules[path];
        if (contents === undefined) return null;
        return { contents, loader: extname(path).slice(1) as Loader, resolveDir: dirname(path) };
      });
    },
  };
}
