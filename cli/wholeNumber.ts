import { InvalidArgumentError } from "commander";

/** Reads an option's value as a whole number above zero. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number above zero.");
  return Number(text);
}
