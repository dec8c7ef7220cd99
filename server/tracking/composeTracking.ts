import type { Core } from "../core/core.ts";
import type { RenderPage } from "../http/pages/renderPage.tsx";
import { createClickService } from "./clicks.ts";
import { createRecipientPage } from "./recipientPage.tsx";
import { createRecipientsService } from "./recipients.ts";
import { recipientRoutes } from "./routes.ts";
import { createUnknownLinkPage } from "./unknownLinkPage.tsx";

/** What those who got a mail can do with it: leave, be counted, follow its links. */
export function createRecipientCare({ core, render }: { core: Core; render: RenderPage }) {
  return recipientRoutes({
    recipients: createRecipientsService(core),
    page: createRecipientPage(render),
    clicks: createClickService(core),
    unknownLink: createUnknownLinkPage(render),
  });
}
