import { serialize } from "node:v8";
import { buildAssets } from "./buildAssets.ts";

// Builds everything under /static/ and writes it to standard output for `loadAssets`, which started this process.
const assets = await buildAssets({ dev: process.argv.includes("--dev") });
process.stdout.write(serialize(assets));
