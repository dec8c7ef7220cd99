import type { Client } from "../../contract/client.ts";
import type { TemplateSummary } from "../../contract/schemas/template.ts";
import type { OutputTexts } from "../../contract/texts/terminal/output.ts";
import { pickOne } from "./pickOne.ts";

/** A template by name or identifier; the user's own take precedence over public ones. */
export async function findTemplate(
  client: Client,
  text: string,
  texts: OutputTexts,
): Promise<TemplateSummary> {
  return pickTemplate(await client("GET /templates/summaries"), text, texts);
}

/** The same from a list of templates. */
export function pickTemplate(
  all: readonly TemplateSummary[],
  text: string,
  texts: OutputTexts,
): TemplateSummary {
  const of = ({ _id, name, version, public: isPublic }: TemplateSummary) => ({
    id: _id,
    name,
    detail: texts.find.templateDetail({ version, isPublic }),
  });
  const isNamed = ({ name }: TemplateSummary) => name.toLowerCase() === text.trim().toLowerCase();
  const own = all.filter((template) => !template.public);
  return pickOne(own.some(isNamed) ? own : all, text, { kind: "template", of, texts });
}
