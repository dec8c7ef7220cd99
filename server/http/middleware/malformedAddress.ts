/**
 * The answer to a request whose address cannot be read, because its Host header is missing, empty or malformed
 * (RFC 9112, section 3.2).
 */
export function malformedAddress(): Response {
  const body = { message: "The Host header of this request is missing or malformed", code: "bad_request" };
  return Response.json(body, { status: 400, headers: { "cache-control": "no-store" } });
}
