/**
 * Builds `dist/client`: the package `amplify-client`, for programs that call an installation. Run by Bun:
 * `bun run build:client [folder]`.
 */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { paged } from "../../../contract/package/paged.ts";
import type { ApiDocument } from "../../../pages/reference/apiDocument.ts";
import { root } from "../../build/workerFiles.ts";
import { version } from "../../core/version.ts";
import { openApiDocument } from "../../http/openApi/openApiDocument.ts";
import { clientTypes } from "./clientTypes.ts";

const folder = resolve(root, process.argv[2] ?? "dist/client");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

await build({
  entryPoints: [resolve(root, "contract/package/amplifyClient.ts")],
  outfile: join(folder, "index.js"),
  bundle: true,
  format: "esm",
  platform: "neutral",
  target: "es2022",
  // Nothing is installed with it; a package that crept in would stop the build here.
  external: [],
  legalComments: "none",
});
const document = openApiDocument({ publicUrl: null }) as unknown as ApiDocument;
writeFileSync(join(folder, "index.d.ts"), clientTypes(document, Object.keys(paged)));
writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
for (const file of ["README.md", "LICENSE.md"])
  copyFileSync(resolve(root, "contract/package", file), join(folder, file));

function manifest() {
  return {
    name: "amplify-client",
    version,
    description: "Typed calls of an Amplify installation, for Bun, Node and browsers.",
    // The owner of Amplify has still to choose one.
    license: "SEE LICENSE IN LICENSE.md",
    type: "module",
    sideEffects: false,
    exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
    types: "./index.d.ts",
    files: ["index.js", "index.d.ts", "README.md", "LICENSE.md"],
    engines: { node: ">=20" },
  };
}
