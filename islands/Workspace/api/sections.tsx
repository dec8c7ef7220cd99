import type { Texts } from "../../../contract/texts/language.ts";
import { apiTexts } from "../../../contract/texts/workspace/api.ts";
import { keyTexts } from "../../../contract/texts/workspace/keys.ts";
import { mailTexts } from "../../../contract/texts/workspace/mails.ts";
import { webhookTexts } from "../../../contract/texts/workspace/webhooks.ts";
import { type Later, later } from "../../_parts/later.tsx";
import { withStyles } from "../../_runtime/withStyles.ts";
import { PanelLoading } from "../shell/PanelLoading.tsx";

export type Section = {
  /** Its part of the URL: `#api/<key>`. */
  key: string;
  title: (texts: Texts) => string;
  /** Fetched when it is first shown. */
  Part: Later<object>;
};

const meanwhile = <PanelLoading />;

/** The sections of the API tab in their order; the first is the default. */
export const sections: readonly Section[] = [
  {
    key: "overview",
    title: (texts) => texts(apiTexts).sections.overview,
    Part: later(() => withStyles("day-bars", () => import("./Overview.tsx")), { meanwhile }),
  },
  {
    key: "keys",
    title: (texts) => texts(keyTexts).title,
    Part: later(() => withStyles("keys", () => import("./keys/Keys.tsx")), { meanwhile }),
  },
  {
    key: "webhooks",
    title: (texts) => texts(webhookTexts).title,
    Part: later(() => withStyles("webhooks", () => import("./webhooks/Webhooks.tsx")), { meanwhile }),
  },
  {
    key: "mails",
    title: (texts) => texts(mailTexts).title,
    Part: later(() => withStyles("mails", () => import("./mails/MailSection.tsx")), { meanwhile }),
  },
  {
    key: "requests",
    title: (texts) => texts(keyTexts).requests.title,
    Part: later(() => withStyles("keys", () => import("./requests/Requests.tsx")), { meanwhile }),
  },
];
