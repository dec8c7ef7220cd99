import type { Core } from "./core.ts";
import { createRecipientPage } from "./pages/recipientPage.tsx";
import type { RenderPage } from "./pages/renderPage.tsx";
import { createUnknownLinkPage } from "./pages/unknownLinkPage.tsx";
import { recipientRoutes } from "./routes/recipients.ts";
import { createClickService } from "./services/clicks.ts";
import { createRecipientsService } from "./services/recipients.ts";

/** What those who got a mail can do with it: leave, be counted, follow its links. */
export function createRecipientCare({ core, render }: { core: Core; render: RenderPage }) {
  return recipientRoutes({
    recipients: createRecipientsService(core),
    page: createRecipientPage(render),
    clicks: createClickService(core),
    unknownLink: createUnknownLinkPage(render),
  });
}
