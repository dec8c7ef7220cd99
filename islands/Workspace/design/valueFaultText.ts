import type { DesignTexts } from "../../../contract/texts/workspace/design/design.ts";
import type { ValueFault } from "../../../mail/values/cssValues.ts";

/** How a value is to be written that means nothing as it is. */
export function valueFaultText(fault: ValueFault, texts: DesignTexts): string {
  if (fault.of !== "measure") return texts[fault.of];
  const { kind, ...range } = fault;
  return texts.measure({ ...range, example: texts.examples[kind] });
}
