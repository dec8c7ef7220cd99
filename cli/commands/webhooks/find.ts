import type { Client } from "../../../contract/client.ts";
import type { Webhook } from "../../../contract/schemas/webhooks.ts";
import { webhookOutputTexts } from "../../../contract/texts/terminal/webhooks.ts";
import { UsageFault } from "../../faults.ts";
import type { Output } from "../../output.ts";

/**
 * Finds a webhook by its identifier, its address or its name, the latter ignoring case.
 * @throws {UsageFault} that lists the existing webhooks, or the matching ones if there are several.
 */
export async function findWebhook(client: Client, text: string, output: Output): Promise<Webhook> {
  const texts = output.texts(webhookOutputTexts);
  const webhooks = await client("GET /amplify/api/webhooks");
  const exact = webhooks.filter(({ _id, url }) => _id === text || url === text);
  const wanted = text.trim().toLowerCase();
  const found = exact.length > 0 ? exact : webhooks.filter(({ name }) => name.toLowerCase() === wanted);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const named = (some: readonly Webhook[]) => some.map(texts.named).join(", ");
  throw new UsageFault(
    found.length > 1
      ? texts.several({ text, names: named(found) })
      : texts.notFound({ text, names: named(webhooks) }),
  );
}
