import { spawnSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { testedVariables } from "../server/program.ts";
import { type Chosen, runApart } from "./runApart.ts";

const root = resolve(import.meta.dir, "../../..");
/** Inside the project, where Node finds the packages. */
const folder = "dist/testedNode";

/** By these a test that starts the program starts it on Node. @throws {Error} where the build fails. */
export function builtForNode(node: string): Variables {
  const built = spawnSync(node, ["server/build/node.ts", folder], { cwd: root, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`dist/node could not be built:\n${built.stderr}`);
  return builtIn(folder, node);
}

type Variables = Record<typeof testedVariables.runtime | typeof testedVariables.program, string>;

/** The same, of what somebody else has built there. */
export function builtIn(place: string, node: string): Variables {
  return { [testedVariables.runtime]: node, [testedVariables.program]: join(root, place, "amplify.js") };
}

/** Tests that look into the process that serves, or at a server that was given no islands: by their names. */
const inProcess = [
  "a new password ends every session but",
  "and nothing in it is a secret, an address or a cookie",
  "both need a session and no script",
  "Ctrl-C stops an import",
  "each thing that somebody asks about afterwards is in the log",
  "neither a link nor the account's password reaches a log",
  "shows who sent it, a masked address and a form without any script",
  "signing out ends the session for the cookie and the token",
  "so are exports, sending accounts",
];

/** Runs tests in a process of their own, with what they test on Node. */
export function runOnNode({ files, only }: Chosen, variables: Variables) {
  const names = only?.join("|") ?? `^(?!.*(${inProcess.join("|")}))`;
  // It is started some twenty times, and compiles what it loads once.
  const compiled = join(dirname(variables[testedVariables.program]), "compiled");
  return runApart({ files, names }, { ...variables, NODE_COMPILE_CACHE: compiled });
}
