import { AsyncLocalStorage } from "node:async_hooks";
import { z } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { withIsoDates } from "../../contract/isoDates.ts";

const asked = new AsyncLocalStorage<boolean>();

const dates = z
  .enum(["iso"])
  .optional()
  .meta({ description: "Each moment once more beside itself in ISO 8601: `createdAt` has `createdAtIso`" });

/** Every GET that answers JSON takes it beside its own query. */
export function queryOf(key: string, { query = z.object({}), answer }: Endpoint): Endpoint["query"] {
  const isDated = key.startsWith("GET ") && typeof answer !== "string" && query instanceof z.ZodObject;
  if (isDated) return query.extend({ dates });
  return Object.keys(query instanceof z.ZodObject ? query.shape : { any: 1 }).length > 0 ? query : undefined;
}

/** What a handler does, whose lists that are read while they are answered know it as well. */
export function whereDates<T>(isAsked: boolean, work: () => T): T {
  return asked.run(isAsked, work);
}

/** What is made of each part of an answer, also of one that is read when it is no longer known who asked. */
export function datesAsked(): ((value: unknown) => unknown) | null {
  return asked.getStore() === true ? withIsoDates : null;
}
