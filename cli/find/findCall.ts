import { editDistance } from "../../contract/editDistance.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { type EndpointKey, endpoints, methodAndPath } from "../../contract/endpoints.ts";
import { cliLimits } from "../../contract/limits/cli.ts";
import type { VerbTexts } from "../../contract/texts/terminal/verbs.ts";
import { UsageFault } from "../faults.ts";

export type Call = { key: EndpointKey; endpoint: Endpoint; params: Record<string, string> };

/** Without the calls of recipients, which are not made by signed-in users. */
const calls = Object.entries(endpoints as Record<string, Endpoint>)
  .filter(([, { tag }]) => tag !== "Recipients")
  .map(([key, endpoint]) => ({ key: key as EndpointKey, endpoint, ...methodAndPath(key) }));

/**
 * The call of the contract for a method and a path. A path without placeholders takes precedence over one with them:
 * `/templates/public` is not a template's identifier.
 * @throws {UsageFault} that names the methods of this path, or the most similar calls.
 */
export function findCall({ method, path }: { method: string; path: string }, texts: VerbTexts): Call {
  const onPath = calls
    .flatMap((call) => {
      const params = paramsIn(call.path, path);
      return params === null ? [] : [{ ...call, params }];
    })
    .sort((one, other) => Object.keys(one.params).length - Object.keys(other.params).length);
  const found = onPath.find((call) => call.method === method);
  if (found !== undefined) return found;
  if (onPath.length > 0)
    throw new UsageFault(
      texts.api.otherMethods({ path, methods: [...new Set(onPath.map((call) => call.method))] }),
    );
  throw new UsageFault(texts.api.unknown({ method, path, meant: nearest({ method, path }) }));
}

function paramsIn(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? "";
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined ? part !== value : value === "") return null;
    if (name !== undefined) params[name] = decoded(value);
  }
  return params;
}

/** Decodes percent-encoding. An invalid one leaves the text as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function nearest({ method, path }: { method: string; path: string }): string[] {
  return calls
    .map((call) => ({ call, edits: editDistance({ wanted: path, known: filled(call.path, path) }) }))
    .sort(
      (one, other) =>
        one.edits - other.edits || Number(other.call.method === method) - Number(one.call.method === method),
    )
    .slice(0, cliLimits.callsShown)
    .map(({ call }) => call.key);
}

/** A pattern with the path's own values in place of its placeholders, so that identifiers do not count as edits. */
function filled(pattern: string, path: string): string {
  const given = path.split("/");
  return pattern
    .split("/")
    .map((part, at) => (part.startsWith("{") ? (given[at] ?? part) : part))
    .join("/");
}
