/**
 * Builds `dist/node`: what Node runs, from the same sources. Packages stay where they are, in `node_modules`, but for a few;
 * what is ours becomes JavaScript, and the islands are bundled once. Run by Node itself: `node server/build/node.ts [folder]`.
 */

import { rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { build, type Plugin } from "esbuild";
import { buildAssets } from "./buildAssets.ts";
import { commitIn } from "./commit.ts";
import { embeddedSource } from "./embeddedSource.ts";
import { root, workerFiles } from "./workerFiles.ts";

const embeddedModule = resolve(import.meta.dirname, "embedded.ts");

/**
 * Packages of many small files, which no package that stays outside shares with us. Node reads a package's own description
 * anew for each of its files, and drizzle's is of 180 kB: two thirds of what a command took.
 */
const bundled = ["drizzle-orm", "@tanstack/"];

/** React and others ask for it while they load, so it is there before anything else is. */
const start = `#!/usr/bin/env node
process.env.NODE_ENV ??= "production";
await import("./program.js");
`;

const folder = resolve(root, process.argv[2] ?? "dist/node");
rmSync(folder, { recursive: true, force: true });
const assets = await buildAssets({ dev: false });
const source = embeddedSource({
  assets,
  assetsFolder: join(folder, "assets"),
  fileAt: (path) => ({ expression: `new URL("./assets/${basename(path)}", import.meta.url)` }),
});
await build({
  // Workers keep their paths from the project's root, which is how their starters find them.
  entryPoints: {
    program: resolve(root, "amplify.ts"),
    ...Object.fromEntries(workerFiles.map((file) => [relative(root, file).replace(/\.ts$/, ""), file])),
  },
  outdir: folder,
  plugins: [embedding(source), packagesApart()],
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22",
  jsx: "automatic",
  loader: { ".sql": "text" },
  define: { BUILD_COMMIT: JSON.stringify(commitIn(root)) },
  sourcemap: true,
  logLevel: "warning",
});
writeFileSync(join(folder, "amplify.js"), start, { mode: 0o755 });
console.log(`${relative(root, folder)} is built`);

function embedding(contents: string): Plugin {
  return {
    name: "embedding",
    setup({ onLoad }) {
      onLoad({ filter: /embedded\.ts$/ }, ({ path }) =>
        path === embeddedModule ? { contents, loader: "ts", resolveDir: import.meta.dirname } : null,
      );
    },
  };
}

/** As esbuild's own `packages: "external"`, but for those that are bundled. */
function packagesApart(): Plugin {
  return {
    name: "packages apart",
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
        kind === "entry-point" || path.startsWith("#") || bundled.some((name) => path.startsWith(name))
          ? null
          : { path, external: true },
      );
    },
  };
}
