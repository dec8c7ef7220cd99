import type { Core } from "../core/core.ts";
import type { RenderPage } from "../http/pages/renderPage.tsx";
import type { Jobs } from "../jobs/jobs.ts";
import { type Arrivals, createArrivals } from "../tracking/arrivals.ts";
import { createClickService } from "../tracking/clicks.ts";
import { createOptoutLists } from "../tracking/optouts.ts";
import { createRecipientPage, createReturnPage, createUnknownLinkPage } from "../tracking/recipientPages.tsx";
import { createRecipientsService, type RecipientsService } from "../tracking/recipients.ts";
import { optoutRoutes, recipientRoutes } from "../tracking/routes.ts";

type Parts = { core: Core; arrivals: Arrivals; recipients: RecipientsService; render: RenderPage };

/** What links of mails do, and that a mail whose links are used has arrived. */
export function composeRecipients(
  core: Core,
  { jobs, ...told }: { jobs: Pick<Jobs, "ask"> } & Parameters<typeof createArrivals>[1],
) {
  const arrivals = createArrivals(core, told);
  return { arrivals, recipients: createRecipientsService(core, { jobs, arrivals }) };
}

/** What those who got a mail can do with it: leave, be counted, follow its links. */
export function composeTracking({ core, arrivals, recipients, render }: Parts) {
  const routes = recipientRoutes({
    recipients,
    page: createRecipientPage(render),
    returnPage: createReturnPage(render),
    clicks: createClickService(core, { arrivals }),
    unknownLink: createUnknownLinkPage(render),
    log: core.log,
  });
  return [...routes, ...optoutRoutes(createOptoutLists(core))];
}
