import type { Core } from "../core/core.ts";
import type { RenderPage } from "../http/pages/renderPage.tsx";
import type { Jobs } from "../jobs/jobs.ts";
import { createClickService } from "../tracking/clicks.ts";
import { createOptoutLists } from "../tracking/optouts.ts";
import { createRecipientPage, createReturnPage, createUnknownLinkPage } from "../tracking/recipientPages.tsx";
import { createRecipientsService } from "../tracking/recipients.ts";
import { optoutRoutes, recipientRoutes } from "../tracking/routes.ts";

/** What those who got a mail can do with it: leave, be counted, follow its links. */
export function composeTracking({ core, jobs, render }: { core: Core; jobs: Jobs; render: RenderPage }) {
  const recipients = recipientRoutes({
    recipients: createRecipientsService(core, { jobs }),
    page: createRecipientPage(render),
    returnPage: createReturnPage(render),
    clicks: createClickService(core),
    unknownLink: createUnknownLinkPage(render),
    log: core.log,
  });
  return [...recipients, ...optoutRoutes(createOptoutLists(core))];
}
