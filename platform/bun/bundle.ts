import { basename } from "node:path";
import type { Bundle } from "../bundle.ts";

export const bundle: Bundle = async ({ entries, modules = {}, format, dev }) => {
  const built = await Bun.build({
    entrypoints: [...entries],
    files: modules,
    target: "browser",
    format: format === "script" ? "iife" : "esm",
    splitting: format === "modules",
    minify: !dev,
    publicPath: "/static/",
    naming: { entry: "[name]-[hash].[ext]", chunk: "shared-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    define: { "process.env.NODE_ENV": dev ? '"development"' : '"production"' },
    metafile: true,
  });
  const outputs = built.metafile?.outputs ?? {};
  return Promise.all(
    built.outputs.map(async (output) => ({
      name: basename(output.path),
      isEntry: output.kind === "entry-point",
      bytes: new Uint8Array(await output.arrayBuffer()),
      imports: (outputs[output.path]?.imports ?? [])
        .filter(({ kind }) => kind === "import-statement")
        .map(({ path }) => basename(path)),
    })),
  );
};
