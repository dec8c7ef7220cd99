import { endpoints, methodAndPath } from "../../contract/endpoints.ts";
import type { Refusal } from "../../contract/errors.ts";
import { refused } from "../../contract/refused.ts";

/** What a call's path is matched by: any text without a slash in the place of each parameter. */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);
}

const calls = Object.keys(endpoints)
  .map(methodAndPath)
  .map(({ method, path }) => ({ method, path: pathPattern(path) }));

/**
 * Why nothing answers this: there is no such call, or its path takes other methods, which are listed (RFC 9110,
 * section 15.5.6).
 */
export function noSuchCall({ method, path }: { method: string; path: string }): Refusal {
  const methods = new Set(calls.filter((call) => call.path.test(path)).map((call) => call.method));
  if (methods.size === 0 || methods.has(method)) return refused("not_found");
  if (methods.has("GET")) methods.add("HEAD");
  return refused("method_not_allowed", { choices: [...methods] });
}
