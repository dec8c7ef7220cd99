import { UnknownLink } from "../../pages/recipient/UnknownLink.tsx";
import type { RenderPage } from "../http/pages/renderPage.tsx";
import { recipientView } from "./recipientPage.tsx";

/** Makes the page behind a mail's link that nobody has stored. */
export function createUnknownLinkPage(render: RenderPage) {
  const title = "Amplify | Unknown link";
  const page = { component: UnknownLink, title, description: "This link is not known here." };
  return (request: Request): Response =>
    new Response(render(page, recipientView(request)), {
      status: 404,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      },
    });
}
