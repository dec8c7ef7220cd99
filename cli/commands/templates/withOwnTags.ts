import type { Client } from "../../../contract/client.ts";
import {
  type Conversion,
  convertDesign,
  convertForeignTags,
} from "../../../contract/foreignTags/convertForeignTags.ts";
import { isMjml } from "../../../contract/foreignTags/isMjml.ts";
import { shownTags } from "../../../contract/foreignTags/shownTags.ts";
import { customNames } from "../../../contract/mergeFields.ts";
import { parseJson } from "../../../contract/parseJson.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { UsageFault } from "../../faults.ts";
import type { Output } from "../../output.ts";

export type TemplateFile = {
  text: string;
  path: string;
  isDesign: boolean;
  convert: boolean | undefined;
  output: Output;
};

/**
 * The text of a template's file, with the fields of other products as our own if that is asked for; otherwise a note says that they are there.
 * @throws {UsageFault} for MJML, and what is no text.
 */
export async function withOwnTags(
  client: Client,
  { text, path, isDesign, convert = false, output }: TemplateFile,
): Promise<string> {
  const texts = output.texts(verbTexts).templates;
  if (text.trim() === "" || text.includes("\0")) throw new UsageFault(texts.noTemplate(path));
  if (isMjml(text)) throw new UsageFault(texts.isMjml(path));
  const custom = customNames(await client("GET /amplify/fields"));
  const design = isDesign ? jsonIn(text) : undefined;
  const { text: converted, ...conversion } =
    design === undefined ? convertForeignTags(text, custom) : designText(convertDesign(design, custom));
  const left = shownTags(conversion.left);
  const isForeign = conversion.converted + conversion.left.length > 0;
  if (convert && isForeign) output.note(texts.movedTags({ ...conversion, left }));
  else if (conversion.converted > 0) output.note(texts.foreignTags(conversion.converted));
  else if (isForeign) output.note(texts.strayTags(left));
  return convert ? converted : text;
}

function designText({
  design,
  ...conversion
}: Conversion & { design: unknown }): Conversion & { text: string } {
  return { text: JSON.stringify(design), ...conversion };
}

/** Undefined for what is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // The error is reported for the file as a whole.
    return undefined;
  }
}
