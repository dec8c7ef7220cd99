import { answerTexts } from "../../../contract/texts/answers.ts";
import { inTexts } from "../../core/inWords.ts";

/**
 * The answer to a request whose address cannot be read, because its Host header is missing, empty or malformed
 * (RFC 9112, section 3.2).
 */
export function malformedAddress(): Response {
  const body = { message: inTexts(answerTexts).http.malformedHost, code: "bad_request" };
  return Response.json(body, { status: 400, headers: { "cache-control": "no-store" } });
}
