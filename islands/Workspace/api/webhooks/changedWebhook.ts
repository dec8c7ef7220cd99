import type { Webhook } from "../../../../contract/schemas/webhooks.ts";
import { type WebhookInput, webhookTypes } from "../../../../contract/schemas/webhookTypes.ts";

/** What was changed, and nothing else: the rest may have been changed elsewhere since the form was opened. */
export function changedWebhook(
  { name, url, types }: WebhookInput,
  { opened, now }: { opened: WebhookInput; now: Pick<Webhook, "types"> },
): Partial<WebhookInput> {
  const switched = webhookTypes.filter((type) => types.includes(type) !== opened.types.includes(type));
  const wanted = webhookTypes.filter((type) => (switched.includes(type) ? types : now.types).includes(type));
  return {
    ...(name === opened.name ? {} : { name }),
    ...(url === opened.url ? {} : { url }),
    ...(switched.length === 0 ? {} : { types: wanted }),
  };
}
