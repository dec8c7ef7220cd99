import type { Client } from "../../../contract/client.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { UsageFault } from "../../faults.ts";
import { jsonIn, type TemplateFile, withOwnTags } from "./withOwnTags.ts";

/**
 * What a template's file saves: HTML, or a design with the HTML that the server renders from it, as the editor saves them.
 * @throws {UsageFault} for what is neither.
 */
export async function templateContent(
  client: Client,
  file: TemplateFile,
): Promise<{ html: string; design?: unknown }> {
  const content = await withOwnTags(client, file);
  if (!file.isDesign) return { html: content };
  const read = jsonIn(content);
  if (read === undefined) throw new UsageFault(file.output.texts(verbTexts).templates.notJson(file.path));
  // Some tools save the design inside of the template that it belongs to.
  const design = typeof read === "object" && read !== null && "design" in read ? read.design : read;
  const { html } = await client("POST /templates/render", { body: { design } });
  return { design, html };
}

export function isJson(path: string): boolean {
  return /\.json$/i.test(path);
}
