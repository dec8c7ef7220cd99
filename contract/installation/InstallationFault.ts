import { textsIn } from "../texts/language.ts";
import { installationTexts } from "../texts/terminal/installation.ts";
import { type Remark, remarkText } from "./remark.ts";

/**
 * An installation cannot be worked with, or a command for it not be done: the remark says what stands in the way and
 * what to do. The message of the error itself is for logs, and for whoever catches it in a test.
 */
export class InstallationFault extends Error {
  override readonly name = "InstallationFault";
  readonly remark: Remark;

  constructor(remark: Remark, options?: ErrorOptions) {
    super(remarkText(remark, textsIn("en")(installationTexts)), options);
    this.remark = remark;
  }
}
