import type { ComponentType } from "react";
import type { Texts } from "../../../contract/texts/language.ts";
import { apiTexts } from "../../../contract/texts/workspace/api.ts";
import { keyTexts } from "../../../contract/texts/workspace/keys.ts";
import { mailTexts } from "../../../contract/texts/workspace/mails.ts";
import { webhookTexts } from "../../../contract/texts/workspace/webhooks.ts";
import { later } from "../../_parts/later.tsx";
import { withStyles } from "../../_runtime/withStyles.ts";
import { PanelLoading } from "../shell/PanelLoading.tsx";
import Keys from "./keys/Keys.tsx";
import Overview from "./Overview.tsx";
import Requests from "./requests/Requests.tsx";

export type Section = {
  /** Its part of the URL: `#api/<key>`. */
  key: string;
  title: (texts: Texts) => string;
  /** The larger ones are fetched when they are first shown. */
  Part: ComponentType;
};

const meanwhile = <PanelLoading />;

/** The sections of the API tab in their order; the first is the default. */
export const sections: readonly Section[] = [
  {
    key: "overview",
    title: (texts) => texts(apiTexts).sections.overview,
    Part: Overview,
  },
  {
    key: "keys",
    title: (texts) => texts(keyTexts).title,
    Part: Keys,
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
    Part: Requests,
  },
];
