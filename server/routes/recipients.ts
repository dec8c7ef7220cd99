import type { Recipient, RecipientsService } from "../services/recipients.ts";
import { type Route, route } from "./route.ts";

export type RecipientRouteOptions = {
  recipients: RecipientsService;
  /** The unsubscribe page; null where the link is forged, which is a page too, with 404. */
  page(recipient: Recipient | null, request: Request): Response;
};

/** What mail programs, providers and recipients ask for: the unsubscribe page and its button, the picture. */
export function recipientRoutes({ recipients, page }: RecipientRouteOptions): Route[] {
  return [
    // Scanners follow every link of a mail, so looking must never change anything (RFC 8058, section 3.1).
    route("GET /u/{token}", async ({ params, request }) =>
      page(await recipients.find(params.token), request),
    ),
    // Only POST acts. The body is the provider's "List-Unsubscribe=One-Click" or our button's; both mean the same.
    route("POST /u/{token}", async ({ params, request }) =>
      page(await recipients.unsubscribe(params.token), request),
    ),
    route("GET /o/{token}", async ({ params, request }) => {
      // A picture that fails would show as broken in the mail, so nothing that goes wrong here may reach it.
      await recipients.countOpen(params.token, pictureRequest(request)).catch((error) => {
        console.error("an open was not counted:", error);
      });
      return picture();
    }),
  ];
}

function pictureRequest(request: Request) {
  const header = (name: string) => request.headers.get(name) ?? "";
  const purpose = `${header("purpose")} ${header("x-purpose")} ${header("sec-purpose")}`;
  return { method: request.method, userAgent: header("user-agent"), purpose };
}

/** One transparent pixel. */
const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

function picture(): Response {
  return new Response(gif, {
    headers: { "content-type": "image/gif", "cache-control": "no-store, no-cache, must-revalidate" },
  });
}
