import { webhooks } from "../en/workspace/webhooks.ts";
import type { InEachLanguage } from "../language.ts";

export type WebhookTexts = typeof webhooks;
export const webhookTexts: InEachLanguage<WebhookTexts> = { en: webhooks };
