import { createHash } from "node:crypto";
import type { Step } from "./step.ts";

/**
 * What a step says, in 64 digits: its SQL, and the text of its code. It is kept with the data when the step is taken,
 * so that data which was made by another text is told apart.
 */
export function stepHash({ sql, codeHash = "" }: Pick<Step, "sql" | "codeHash">): string {
  return textHash(`${sql}\n${codeHash}`);
}

/** The hash of code: the paths that it imports from may change as files move, what it does may not. */
export function codeHashOf(files: readonly string[]): string {
  return textHash(files.map((text) => text.replace(/^import\b[^;]*;$/gm, "")).join("\n"));
}

/** Whoever checks files out may get other ends of lines and other blanks; they mean nothing. */
function textHash(text: string): string {
  return createHash("sha256").update(text.replace(/\s+/g, " ").trim()).digest("hex");
}
