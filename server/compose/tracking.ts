import type { Core } from "../core/core.ts";
import type { RenderPage } from "../http/pages/renderPage.tsx";
import { createClickService } from "../tracking/clicks.ts";
import { createRecipientPage, createUnknownLinkPage } from "../tracking/recipientPages.tsx";
import { createRecipientsService } from "../tracking/recipients.ts";
import { recipientRoutes } from "../tracking/routes.ts";

/** What those who got a mail can do with it: leave, be counted, follow its links. */
export function composeTracking({ core, render }: { core: Core; render: RenderPage }) {
  return recipientRoutes({
    recipients: createRecipientsService(core),
    page: createRecipientPage(render),
    clicks: createClickService(core),
    unknownLink: createUnknownLinkPage(render),
    log: core.log,
  });
}
