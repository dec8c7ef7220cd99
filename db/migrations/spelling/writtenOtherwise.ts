import type { StepContext } from "../step.ts";

/** The condition that an address has other letters than ASCII or is converted: only such were ever written in two ways. */
export function writtenOtherwise(dialect: StepContext["dialect"], column: string): string {
  const isNotAscii = dialect === "sqlite" ? `${column} GLOB '*[^ -~]*'` : `${column} ~ '[^ -~]'`;
  return `(${isNotAscii} OR ${column} LIKE '%xn--%')`;
}
