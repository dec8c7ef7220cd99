import type { Context } from "hono";
import type { ErrorStatus } from "../../contract/errors.ts";
import type { VisitReturn as Outcome } from "../../contract/identity/visitReturn.ts";
import { VisitReturn } from "../../pages/signed/VisitReturn.tsx";
import type { RenderedPage, RenderPage } from "../http/pages/renderPage.tsx";
import { themeOf } from "../http/pages/theme.ts";

/** Shows how a visit to Google or Microsoft ended. */
export type VisitReturnPage = (context: Context, outcome: Outcome, status: ErrorStatus | 200) => Response;

export function createVisitReturnPage(render: RenderPage): VisitReturnPage {
  return (context, outcome, status) => {
    const page: RenderedPage = {
      component: () => <VisitReturn outcome={outcome} />,
      about: ({ visitReturn }) => visitReturn,
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
