import type { ComponentType } from "react";
import type { Texts } from "../../../contract/texts/language.ts";
import { apiTexts } from "../../../contract/texts/workspace/api.ts";
import { keyTexts } from "../../../contract/texts/workspace/keys.ts";
import { mailTexts } from "../../../contract/texts/workspace/mails.ts";
import { webhookTexts } from "../../../contract/texts/workspace/webhooks.ts";
import { withStyles } from "../../_runtime/withStyles.ts";

export type Section = {
  /** Its place in the address: `#api/<key>`. */
  key: string;
  title: (texts: Texts) => string;
  /** Fetched when it is first shown. */
  load: () => Promise<{ default: ComponentType }>;
};

/** The sections of the API tab in their order, the first of them shown first. One more is a line here. */
export const sections: readonly Section[] = [
  {
    key: "overview",
    title: (texts) => texts(apiTexts).sections.overview,
    load: () => withStyles("day-bars", () => import("./Overview.tsx")),
  },
  {
    key: "keys",
    title: (texts) => texts(keyTexts).title,
    load: () => withStyles("keys", () => import("./keys/Keys.tsx")),
  },
  {
    key: "webhooks",
    title: (texts) => texts(webhookTexts).title,
    load: () => withStyles("webhooks", () => import("./webhooks/Webhooks.tsx")),
  },
  {
    key: "mails",
    title: (texts) => texts(mailTexts).title,
    load: () => withStyles("mails", () => import("./mails/MailSection.tsx")),
  },
  {
    key: "requests",
    title: (texts) => texts(keyTexts).requests.title,
    load: () => withStyles("keys", () => import("./requests/Requests.tsx")),
  },
];
