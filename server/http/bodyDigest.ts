import { createHash, type Hash } from "node:crypto";
import { refused } from "../../contract/refused.ts";
import { arrivingPieces } from "./arrivingPieces.ts";
import { formOf } from "./form.ts";

/**
 * A digest of what a form that was kept holds, in place: the same for each way to write it, whose boundary differs each time.
 * @throws {Refusal} bad_request when it is no form.
 */
export function formDigest(request: Request): string {
  const hash = createHash("sha256");
  for (const { name, fileName, bytes } of formOf(request))
    hash.update(JSON.stringify([name, fileName, bytes.length])).update(bytes);
  return hash.digest("base64url");
}

/** The same request, and the digest of as much of its body as whoever answers it has read. */
export function digestedOnTheWay(request: Request): { request: Request; digest: () => string } {
  const hash = createHash("sha256");
  const digest = () => hash.digest("base64url");
  if (request.body === null) return { request, digest };
  const body = request.body.pipeThrough(counting(hash));
  return { request: new Request(request, { body, method: request.method }), digest };
}

/**
 * The digest of a body that nobody else reads; no more of it is held than one piece.
 * @throws {Refusal} idempotency_another beyond `maxBytes`, which nobody was answered for; upload_stalled.
 */
export async function digestOfBody(request: Request, maxBytes: number): Promise<string> {
  const hash = createHash("sha256");
  let size = 0;
  if (request.body !== null)
    for await (const piece of arrivingPieces(request.body)) {
      size += piece.length;
      if (size > maxBytes) throw refused("idempotency_another");
      hash.update(piece);
    }
  return hash.digest("base64url");
}

function counting(hash: Hash): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(piece, controller) {
      hash.update(piece);
      controller.enqueue(piece);
    },
  });
}
