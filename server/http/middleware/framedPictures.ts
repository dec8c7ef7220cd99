import type { MiddlewareHandler } from "hono";
import type { Core } from "../../core/core.ts";
import type { Env } from "../environment.ts";
import { shownMailPolicy } from "../shownMailPolicy.ts";

/**
 * A small picture of a mail that is refused, as beyond its rate or where it was just deleted, is a mark in its place: the
 * policy of other answers forbids to show them in a frame, and the browser would show a page of its own about that.
 */
export function framedPictures({ settings }: Pick<Core, "settings">): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next();
    const isFramed = c.req.query("picture") !== undefined && c.req.header("sec-fetch-dest") === "iframe";
    const { status } = c.res;
    if (status < 400 || !isFramed) return;
    c.res = new Response(mark, {
      status,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": shownMailPolicy(settings),
        "cache-control": "no-store",
      },
    });
  };
}

/** The logo's bars, grey and in the middle of whatever room there is. */
const mark = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>No picture</title>
<style>body{margin:0;height:100vh;display:grid;place-items:center;background:#f6f4f0}svg{width:30vmin;fill:#b9b4ab}</style>
<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="2" y="14" width="3.5" height="6" rx="1.75"/><rect x="7.5" y="10.5" width="3.5" height="9.5" rx="1.75"/><rect x="13" y="7" width="3.5" height="13" rx="1.75"/><rect x="18.5" y="3" width="3.5" height="17" rx="1.75"/></svg>
</html>
`;
