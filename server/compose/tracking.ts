import type { Core } from "../core/core.ts";
import type { RenderPage } from "../http/pages/renderPage.tsx";
import { createClickService } from "../tracking/clicks.ts";
import { createOptoutLists } from "../tracking/optouts.ts";
import { createRecipientPage, createReturnPage, createUnknownLinkPage } from "../tracking/recipientPages.tsx";
import type { RecipientsService } from "../tracking/recipients.ts";
import { optoutRoutes, recipientRoutes } from "../tracking/routes.ts";

type Parts = { core: Core; recipients: RecipientsService; render: RenderPage };

/** What those who got a mail can do with it: leave, be counted, follow its links. */
export function composeTracking({ core, recipients, render }: Parts) {
  const routes = recipientRoutes({
    recipients,
    page: createRecipientPage(render),
    returnPage: createReturnPage(render),
    clicks: createClickService(core),
    unknownLink: createUnknownLinkPage(render),
    log: core.log,
  });
  return [...routes, ...optoutRoutes(createOptoutLists(core))];
}
