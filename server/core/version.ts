import project from "../../package.json" with { type: "json" };
import { commit } from "../build/commit.ts";

/** This version of Amplify, as in package.json. */
export const version: string = project.version;

/** The version and the commit that it was made from: "0.1.0 (69b6de012c4f)". */
export function versionText(): string {
  return `${version} (${commit()})`;
}
