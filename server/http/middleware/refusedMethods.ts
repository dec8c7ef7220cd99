import type { MiddlewareHandler } from "hono";
import { answerTexts } from "../../../contract/texts/answers.ts";
import { inTexts } from "../../core/inWords.ts";
import type { Env } from "../environment.ts";

/** What this server answers to; no path knows other methods. */
const allow = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/**
 * Answers the methods that nothing of ours has. TRACE would send a request's cookies back to a script that may not
 * read them (405, RFC 9110 section 15.5.6), and CONNECT asks for a proxy, which this is not.
 */
export const refusedMethods: MiddlewareHandler<Env> = async (c, next) => {
  const { method } = c.req;
  if (method === "TRACE")
    return c.json({ message: inTexts(answerTexts).http.methodNotAllowed, code: "method_not_allowed" }, 405, {
      allow,
    });
  if (method === "CONNECT")
    return c.json({ message: inTexts(answerTexts).http.noProxy, code: "bad_request" }, 400);
  return next();
};
