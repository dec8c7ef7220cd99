import type { Context } from "hono";
import type { ErrorStatus } from "../../contract/errors.ts";
import type { GoogleReturn as Outcome } from "../../contract/identity/googleReturn.ts";
import { GoogleReturn } from "../../pages/signed/GoogleReturn.tsx";
import type { RenderedPage, RenderPage } from "../http/pages/renderPage.tsx";
import { themeOf } from "../http/pages/theme.ts";

/** Shows how a visit to Google ended. */
export type GoogleReturnPage = (context: Context, outcome: Outcome, status: ErrorStatus | 200) => Response;

export function createGoogleReturnPage(render: RenderPage): GoogleReturnPage {
  return (context, outcome, status) => {
    const page: RenderedPage = {
      component: () => <GoogleReturn outcome={outcome} />,
      about: ({ googleReturn }) => googleReturn,
    };
    const view = { path: context.req.path, viewer: undefined, theme: themeOf(context) };
    return context.html(render(page, view), status, {
      // The address holds a code, used up by now but nobody else's business.
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      // With any other policy this window could neither be closed by itself nor be seen to close.
      "cross-origin-opener-policy": "unsafe-none",
    });
  };
}
