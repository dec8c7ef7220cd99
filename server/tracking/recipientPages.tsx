import { Hono } from "hono";
import { parse } from "hono/utils/cookie";
import { NoList } from "../../pages/recipient/NoList.tsx";
import { Resubscribe, UnknownReturn } from "../../pages/recipient/Resubscribe.tsx";
import { UnknownLink, UnknownUnsubscribe } from "../../pages/recipient/UnknownLink.tsx";
import { Unsubscribe } from "../../pages/recipient/Unsubscribe.tsx";
import { type Theme, themes } from "../../pages/shell/view.ts";
import type { RenderedPage, RenderPage } from "../http/pages/renderPage.tsx";
import type { Recipient } from "./recipients.ts";
import type { Return } from "./returns.ts";

/** Makes the page behind an unsubscribe link; 404 where the link is not one of ours. */
export function createRecipientPage(render: RenderPage) {
  return (recipient: Recipient | null, request: Request): Response => {
    const page: RenderedPage =
      recipient === null
        ? {
            component: UnknownUnsubscribe,
            about: ({ unknownUnsubscribe }) => unknownUnsubscribe,
          }
        : {
            component: () => (recipient === "nobody" ? <NoList /> : <Unsubscribe {...recipient} />),
            about: ({ unsubscribe, unsubscribed }) =>
              recipient !== "nobody" && recipient.isUnsubscribed ? unsubscribed : unsubscribe,
          };
    const html = render(page, recipientView(request));
    return answer(html, { status: recipient === null ? 404 : 200, referrer: "same-origin" });
  };
}

/** Makes the page behind the link of a mail that lets somebody come back; 404 where that is too old or not ours. */
export function createReturnPage(render: RenderPage) {
  return (found: Return | null, request: Request): Response => {
    const page: RenderedPage = {
      component: () => (found === null ? <UnknownReturn /> : <Resubscribe {...found} />),
      about: ({ comeBack }) => comeBack,
    };
    const html = render(page, recipientView(request));
    return answer(html, { status: found === null ? 404 : 200, referrer: "same-origin" });
  };
}

/** Makes the page behind a mail's link that nobody has stored. */
export function createUnknownLinkPage(render: RenderPage) {
  const page: RenderedPage = { component: UnknownLink, about: ({ unknownLink }) => unknownLink };
  return (request: Request): Response =>
    answer(render(page, recipientView(request)), { status: 404, referrer: "no-referrer" });
}

/**
 * Once a form of the page was sent, the browser shows what it was sent to, which takes forms alone. The theme switch, a
 * tab that is opened again and whoever types a slash behind a link are led to the page itself.
 */
export function createRecipientDetours(): Hono {
  const app = new Hono();
  const paths = ["/u/:token/reason", "/u/:token/return", "/u/:token/counting"];
  for (const path of [...paths, "/u/:token/", "/r/:token/", "/c/:token/"])
    app.get(path, (context) => context.redirect(context.req.path.split("/").slice(0, 3).join("/"), 302));
  return app;
}

/** The link is personal: search engines keep out, and no other site gets the address as a referrer. */
function answer(html: string, { status, referrer }: { status: 200 | 404; referrer: string }): Response {
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": referrer,
      "x-robots-tag": "noindex",
    },
  });
}

/** Recipients are nobody's users: a page of theirs knows no more than the theme that the browser was shown before. */
function recipientView(request: Request) {
  return { path: new URL(request.url).pathname, viewer: undefined, theme: themeIn(request) };
}

function themeIn(request: Request): Theme | undefined {
  const chosen = parse(request.headers.get("cookie") ?? "", "theme").theme;
  return themes.find((theme) => theme === chosen);
}
