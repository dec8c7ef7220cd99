import { type Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { type Theme, themes } from "../../../pages/shell/view.ts";

const yearSeconds = 365 * 24 * 60 * 60;

/** The theme this visitor chose, or undefined to follow the system. */
export function themeOf(context: Context): Theme | undefined {
  return themes.find((theme) => theme === getCookie(context, "theme"));
}

/**
 * `POST /theme` remembers the choice in a cookie and goes back to the page, so that the next document already comes
 * in the right colours: no script has to run before the first paint. Anything but a theme forgets the choice.
 */
export function createThemeRoute(): Hono {
  return new Hono().post("/theme", async (context) => {
    // A body that is no form names no theme, which is the one that the system has.
    const form = await context.req.parseBody().catch(() => ({}) as Record<string, unknown>);
    const theme = themes.find((candidate) => candidate === form.theme);
    setCookie(context, "theme", theme ?? "", {
      path: "/",
      sameSite: "Lax",
      maxAge: theme === undefined ? 0 : yearSeconds,
    });
    return context.redirect(localPath(form.back), 303);
  });
}

/** Only a path on this site: `//evil.example` and `/\evil.example` are other hosts to a browser. */
function localPath(value: unknown): string {
  return typeof value === "string" && /^\/(?![/\\])[\x21-\x7e]*$/.test(value) ? value : "/";
}
