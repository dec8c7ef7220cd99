import { Refusal } from "../../contract/errors.ts";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { type Remark, remarkText } from "../../contract/installation/remark.ts";
import { installationTexts } from "../../contract/texts/terminal/installation.ts";
import { inTexts, inWords } from "./inWords.ts";

/** What a remark says to whoever runs the installation. */
export function remarkInWords(remark: Remark): string {
  return remarkText(remark, inTexts(installationTexts));
}

/** Why a command, or a start, failed: what has a code is said in the reader's language, the rest as it came. */
export function faultInWords(error: unknown): string {
  if (error instanceof InstallationFault) return remarkInWords(error.remark);
  if (error instanceof Refusal) return inWords(error.reason);
  return error instanceof Error ? error.message : String(error);
}
