import { webhookOutput } from "../en/terminal/webhooks.ts";
import type { InEachLanguage } from "../language.ts";

export type WebhookOutputTexts = typeof webhookOutput;
export const webhookOutputTexts: InEachLanguage<WebhookOutputTexts> = { en: webhookOutput };
