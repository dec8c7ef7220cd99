import type { MiddlewareHandler } from "hono";
import type { Caller } from "../../core/caller.ts";
import type { Core } from "../../core/core.ts";
import type { Env } from "../environment.ts";
import type { PublicPages } from "../pages/publicPages.ts";
import { presentedKey } from "../sessionCookie.ts";

type Sessions = { callerOf(request: Request): Promise<Caller | null> };

/** Answers public pages from memory, past everything that only calls need. Whatever else is asked for goes on. */
export function publicPages({
  core: { log, newId },
  sessions,
  pages,
}: {
  core: Pick<Core, "log" | "newId">;
  sessions: Sessions;
  pages: PublicPages;
}): MiddlewareHandler<Env> {
  const answerFrom = async (request: Request, asked: { path: string; id: string }) => {
    const caller = await sessions.callerOf(request);
    const answer = await pages.answer(request, { ...asked, status: caller?.status });
    return answer === null ? null : { answer, user: caller?.uid };
  };
  return async (c, next) => {
    const { method, path, raw } = c.req;
    if ((method !== "GET" && method !== "HEAD") || !pages.has(path) || presentedKey(raw) !== null)
      return next();
    const request = newId();
    // What fails here fails below again, where every answer has its headers and what fails is written down.
    const answered = await answerFrom(raw, { path, id: request }).catch(() => null);
    if (answered === null) return next();
    const { user, answer } = answered;
    log.debug("A request was answered", { request, user, method, path, status: answer.status });
    return answer;
  };
}
