import type { Client } from "../../contract/client.ts";
import type { Template } from "../../contract/schemas/template.ts";
import { pickOne } from "./pickOne.ts";

/** A template by name or identifier; one's own come before the public ones. */
export async function findTemplate(client: Client, text: string): Promise<Template> {
  const [own, shared] = await Promise.all([client("GET /templates"), client("GET /templates/public")]);
  const of = ({ _id, name }: Template) => ({ id: _id, name });
  const isNamed = (template: Template) => template.name.toLowerCase() === text.trim().toLowerCase();
  return pickOne(own.some(isNamed) ? own : [...own, ...shared], text, { kind: "template", of });
}
