import { type Context, Hono } from "hono";
import { rateLimits } from "../../../contract/limits/http.ts";
import type { Role } from "../../../contract/plans.ts";
import { ForAdministrators, Setup, type SetupProps } from "../../../pages/signed/Setup.tsx";
import type { Caller } from "../../core/caller.ts";
import type { Core } from "../../core/core.ts";
import { createRateLimiter } from "../../http/middleware/rateLimit.ts";
import type { RenderPage } from "../../http/pages/renderPage.tsx";
import { themeOf } from "../../http/pages/theme.ts";
import { clientFindings } from "./clientFindings.ts";
import { setupClients } from "./clients.ts";

type Options = { core: Core; render: RenderPage; viewerOf(context: Context): Caller | undefined };

/** How Google's and Microsoft's clients are set up, for administrators; plain pages that work without a script. */
export function createSetupPages({ core, render, viewerOf }: Options): Hono {
  const { settings } = core;
  const rate = rateLimits.setupCheckPerUser;
  const limiter = createRateLimiter(core, { name: "setupCheckPerUser", rate });
  const app = new Hono();

  const forAdministrators =
    (propsFor: (viewer: Caller) => Promise<Pick<SetupProps, "findings" | "isTooOften">>) =>
    async (context: Context) => {
      const viewer = viewerOf(context);
      if (viewer === undefined) return context.redirect("/login");
      const isOne = viewer.role === ("admin" satisfies Role);
      const props = isOne ? { ...(await propsFor(viewer)), clients: setupClients(settings) } : null;
      const document = render(
        {
          about: ({ setup }) => setup,
          component: () => (props === null ? <ForAdministrators /> : <Setup {...props} />),
        },
        { path: context.req.path, viewer, theme: themeOf(context) },
      );
      const status = props === null ? 403 : props.isTooOften ? 429 : 200;
      return context.html(document, status, { "cache-control": "private, no-store" });
    };

  app.get(
    "/setup",
    forAdministrators(async () => ({ findings: null, isTooOften: false })),
  );
  app.post(
    "/setup/check",
    forAdministrators(async ({ uid }) => {
      const isTooOften = settings.rateLimits && (await limiter.hit(uid)) !== null;
      return { findings: isTooOften ? null : await clientFindings(settings), isTooOften };
    }),
  );
  return app;
}
