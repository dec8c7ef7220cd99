import { answerTexts } from "../../contract/texts/answers.ts";
import { inTexts } from "../core/inWords.ts";
import { forOtherSites } from "../http/middleware/headers.ts";
import { type Route, route } from "../http/route.ts";
import type { Log } from "../log/log.ts";
import type { ClickService } from "./clicks.ts";
import type { OptoutLists } from "./optouts.ts";
import type { Recipient, RecipientsService } from "./recipients.ts";
import type { Return } from "./returns.ts";

type RecipientRouteOptions = {
  recipients: RecipientsService;
  /** The unsubscribe page; null where the link is forged, which is a page too, with 404. */
  page(recipient: Recipient | null, request: Request): Response;
  /** The page behind the link of a mail that lets somebody come back; null where it is too old or forged, with 404. */
  returnPage(found: Return | null, request: Request): Response;
  clicks: ClickService;
  /** For somebody whose link leads nowhere that is known here: a sentence, with 404. */
  unknownLink(request: Request): Response;
  log: Log;
};

/** What mail programs, providers and recipients ask for: the unsubscribe page and its button, the picture, links. */
export function recipientRoutes({
  recipients,
  page,
  returnPage,
  clicks,
  unknownLink,
  log,
}: RecipientRouteOptions): Route[] {
  return [
    // Scanners follow every link of a mail, so looking must never change anything (RFC 8058, section 3.1).
    route("GET /u/{token}", async ({ params, request }) =>
      page(await recipients.find(params.token), request),
    ),
    // Only POST acts. The body is the provider's "List-Unsubscribe=One-Click" or our button's; both mean the same.
    route("POST /u/{token}", async ({ params, request }) =>
      page(await recipients.unsubscribe(params.token), request),
    ),
    // The forms of the page. Each answers the page anew, with what it did.
    route("POST /u/{token}/reason", async ({ params, request }) =>
      page(await recipients.sayWhy(params.token, await formIn(request)), request),
    ),
    route("POST /u/{token}/return", async ({ params, request }) =>
      page(await recipients.askBack(params.token), request),
    ),
    route("POST /u/{token}/counting", async ({ params, request }) =>
      page(await recipients.sayConsent(params.token, await formIn(request)), request),
    ),
    route("GET /r/{token}", async ({ params, request }) =>
      returnPage(await recipients.findReturn(params.token), request),
    ),
    route("POST /r/{token}", async ({ params, request }) =>
      returnPage(await recipients.comeBack(params.token), request),
    ),
    route("GET /o/{token}", async ({ params, request }) => {
      // A picture that fails would show as broken in the mail, so nothing that goes wrong here may reach it.
      await recipients.countOpen(params.token, mailRequest(request)).catch((error) => {
        log.warn("An open was not counted", { error });
      });
      return picture();
    }),
    route("GET /c/{token}", async ({ params, request }) => {
      const url = await clicks.follow(params.token, mailRequest(request));
      return url === null ? unknownLink(request) : redirect(url);
    }),
  ];
}

/** What the owner is shown of it. */
export function optoutRoutes(lists: OptoutLists): Route[] {
  return [
    route("GET /amplify/campaigns/{id}/optouts", ({ scope, params, query }) =>
      lists.ofCampaign({ ...scope, id: params.id }, query),
    ),
    route("DELETE /amplify/leads/{id}/returned", async ({ scope, params }) => {
      await lists.mailAgain({ ...scope, id: params.id });
      return { message: inTexts(answerTexts).leads.mailedAgain };
    }),
    route("GET /amplify/leads/{id}/consent", ({ scope, params }) =>
      lists.ofLead({ ...scope, id: params.id }),
    ),
  ];
}

async function formIn(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await request.text());
}

/** The address in the mail is personal: nobody keeps it, and the site that it leads to does not get to see it. */
function redirect(url: string): Response {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  };
  return new Response(null, { status: 302, headers: { ...headers, location: url } });
}

function mailRequest(request: Request) {
  const header = (name: string) => request.headers.get(name) ?? "";
  const purpose = `${header("purpose")} ${header("x-purpose")} ${header("sec-purpose")}`;
  return { method: request.method, userAgent: header("user-agent"), purpose };
}

/** One transparent pixel. */
const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

function picture(): Response {
  return new Response(gif, {
    headers: {
      "content-type": "image/gif",
      "cache-control": "no-store, no-cache, must-revalidate",
      ...forOtherSites,
    },
  });
}
