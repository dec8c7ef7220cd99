// Plain JavaScript, and old, as what it asks first. By `exec`, and by all of it being one process, what npm starts is the server
// itself: a shell between them takes the signal that npm hands on, ends alone, and leaves a server that nobody stops any more.
// Windows knows no `exec` and does what stands behind it.
require("./nodeNeeded.cjs");
const { spawnSync } = require("node:child_process");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

// In a process of its own, whose memory goes with it.
const { status } = spawnSync(process.execPath, [join(__dirname, "node.ts")], { stdio: "inherit" });
if (status !== 0) process.exit(status === null ? 1 : status);
const program = join(__dirname, "../../dist/node/amplify.js");
process.argv = [process.execPath, program, "serve"];
void import(pathToFileURL(program).href);
