import { serialize } from "bun:jsc";
import { buildAssets } from "./buildAssets.ts";

// Builds everything under /static/ and writes it to standard output for `loadAssets`, which started this process.
const assets = await buildAssets({ dev: process.argv.includes("--dev") });
await Bun.write(Bun.stdout, new Uint8Array(serialize(assets)));
