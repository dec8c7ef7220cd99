import { InvalidArgumentError } from "commander";
import type { HelpTexts } from "../contract/texts/terminal/help.ts";

/** Reads an option's value as a whole number above zero. */
export function wholeNumber(texts: HelpTexts): (text: string) => number {
  return (text) => {
    if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError(texts.wholeNumber);
    return Number(text);
  };
}
