import { parse } from "hono/utils/cookie";
import { NotFound } from "../../pages/public/NotFound.tsx";
import { TestMail } from "../../pages/recipient/TestMail.tsx";
import { Unsubscribe } from "../../pages/recipient/Unsubscribe.tsx";
import { type Theme, themes } from "../../pages/shell/view.ts";
import type { RenderPage } from "../http/pages/renderPage.tsx";
import type { Recipient } from "./recipients.ts";

/** Makes the page behind an unsubscribe link; 404 where the link is not one of ours. */
export function createRecipientPage(render: RenderPage) {
  return (recipient: Recipient | null, request: Request): Response => {
    const view = recipientView(request);
    const page =
      recipient === null
        ? { component: NotFound, title: "Amplify | Not found", description: "This link is not valid." }
        : {
            component: () => (recipient === "nobody" ? <TestMail /> : <Unsubscribe {...recipient} />),
            title: "Amplify | Unsubscribe",
            description: "Stop getting mail from this sender.",
          };
    return new Response(render(page, view), {
      status: recipient === null ? 404 : 200,
      // The link is personal: search engines keep out, and no other site gets the address as a referrer.
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "referrer-policy": "same-origin",
        "x-robots-tag": "noindex",
      },
    });
  };
}

/** Recipients are nobody's users: a page of theirs knows no more than the theme that the browser was shown before. */
export function recipientView(request: Request) {
  return { path: new URL(request.url).pathname, viewer: undefined, theme: themeIn(request) };
}

function themeIn(request: Request): Theme | undefined {
  const chosen = parse(request.headers.get("cookie") ?? "", "theme").theme;
  return themes.find((theme) => theme === chosen);
}
