import type { Operation } from "./operationsOf.ts";

export type Told = { status: number; type: string; text: string };

/** What is wrong about an answer by the document alone, with the reasons that it lists; null where nothing is. */
export function faultOf(
  operation: Operation,
  { status, type, text }: Told,
  { mayRefuse, reasons }: { mayRefuse: boolean; reasons: readonly string[] },
): string | null {
  const media = operation.mediaOf(status);
  if (media === null) return `undocumented status ${status}`;
  if (!media.some((each) => type.startsWith(each))) return `undocumented type ${type} at ${status}`;
  if (!mayRefuse && status === 400 && !operation.tellsOf(JSON.parse(text).message)) return "refused";
  const { reason } = type.startsWith("application/json") && status >= 400 ? JSON.parse(text) : {};
  if (reason !== undefined && !reasons.includes(reason)) return `unlisted reason ${reason}`;
  if (type.startsWith("application/json") && !operation.allows(status, JSON.parse(text)))
    return `another shape at ${status}`;
  return null;
}
