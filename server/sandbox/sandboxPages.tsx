import { type Context, Hono } from "hono";
import { Refusal } from "../../contract/errors.ts";
import { mailboxLimits } from "../../contract/limits/sandbox.ts";
import { textLimits } from "../../contract/limits/text.ts";
import type { TitleTexts } from "../../contract/texts/pages/titles.ts";
import { NotFound } from "../../pages/public/NotFound.tsx";
import { Mail } from "../../pages/sandbox/Mail.tsx";
import { Mailbox } from "../../pages/sandbox/Mailbox.tsx";
import type { Viewer } from "../../pages/shell/view.ts";
import type { Caller } from "../core/caller.ts";
import type { RenderPage } from "../http/pages/renderPage.tsx";
import { themeOf } from "../http/pages/theme.ts";
import { shownMailPolicy } from "../http/shownMailPolicy.ts";
import { linksToFollow } from "../sending/mail/linksToFollow.ts";
import { parseMail } from "../sending/mail/parseMail.ts";
import { sandboxBehaviours } from "../sending/senders/sandbox.ts";
import type { Settings } from "../settings/settings.ts";
import type { SandboxService } from "./sandbox.ts";

type SandboxPagesOptions = {
  settings: Pick<Settings, "publicUrl">;
  sandbox: SandboxService;
  render: RenderPage;
  viewerOf(context: Context): Caller | undefined;
};

/** The sandbox mailbox for people: plain pages, behind the session; 404 where the sandbox is off. */
export function createSandboxPages(options: SandboxPagesOptions): Hono {
  const { sandbox } = options;
  const app = new Hono();

  /** Runs what a signed-in person may see; everybody else goes to the login. */
  const signedIn =
    (show: (context: Context, viewer: Caller) => Promise<Response>) => async (context: Context) => {
      if (!sandbox.sandboxAllowed) return notFound(context, options);
      const viewer = options.viewerOf(context);
      if (viewer === undefined) return context.redirect("/login");
      return show(context, viewer).catch((error) => {
        if (error instanceof Refusal && error.code === "not_found") return notFound(context, options, viewer);
        throw error;
      });
    };

  app.get("/sandbox", signedIn(list));
  app.get("/sandbox/:id", signedIn(one));
  app.get("/sandbox/:id/html", signedIn(html));
  app.post(
    "/sandbox/empty",
    signedIn(async (context, viewer) => {
      await sandbox.empty(viewer.scope);
      return context.redirect("/sandbox", 303);
    }),
  );
  return app;

  async function list(context: Context, viewer: Caller) {
    const before = context.req.query("before")?.slice(0, textLimits.idMax);
    const { items, total, next } = await sandbox.page({ ...viewer.scope, before });
    const props = {
      mails: items,
      total,
      next,
      isNewest: before === undefined,
      behaviours: sandboxBehaviours,
    };
    return page(
      context,
      { ...options, viewer },
      ({ mailbox }) => mailbox,
      () => <Mailbox {...props} />,
    );
  }

  async function one(context: Context, viewer: Caller) {
    const { raw, ...mail } = await sandbox.mail({
      ...viewer.scope,
      id: context.req.param("id") ?? "",
    });
    const { html: htmlPart, text, ...rest } = await parseMail(raw);
    const shown = mailboxLimits.shownCharacters;
    const props = {
      mail,
      ...rest,
      hasHtml: htmlPart !== null,
      links: linksToFollow(htmlPart ?? ""),
      text: text?.slice(0, shown) ?? null,
      source: raw.toString("latin1").slice(0, shown),
      isSourceCut: raw.length > shown,
    };
    return page(
      context,
      { ...options, viewer },
      (titles) => titles.mail(mail.subject),
      () => <Mail {...props} />,
    );
  }

  async function html(context: Context, viewer: Caller) {
    const { raw } = await sandbox.mail({ ...viewer.scope, id: context.req.param("id") ?? "" });
    const mail = await parseMail(raw);
    return context.html(mail.html ?? "", 200, {
      "content-security-policy": shownMailPolicy(options.settings),
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
    });
  }
}

type Shown = Pick<SandboxPagesOptions, "render"> & { viewer: Viewer | undefined };

type TitleIn = (titles: TitleTexts["sandbox"]) => string;

function page(context: Context, shown: Shown, titleIn: TitleIn, component: () => React.ReactNode): Response {
  const view = {
    path: context.req.path,
    viewer: shown.viewer,
    theme: themeOf(context),
  };
  const about = ({ sandbox }: TitleTexts) => ({ title: titleIn(sandbox), description: sandbox.description });
  const document = shown.render({ component, about }, view);
  return new Response(document, {
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "private, no-store" },
  });
}

function notFound(context: Context, options: SandboxPagesOptions, viewer?: Viewer): Response {
  const answer = page(
    context,
    { ...options, viewer },
    ({ notFound }) => notFound,
    () => <NotFound />,
  );
  return new Response(answer.body, { status: 404, headers: answer.headers });
}
