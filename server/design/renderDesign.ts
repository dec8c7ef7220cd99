import { Refusal } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { readDesign } from "../../islands/_design/design.ts";
import { plainText } from "../mail/plainText.ts";
import { safeHtml } from "./safeHtml.ts";

export type RenderedDesign = {
  html: string;
  /** What readers without HTML get to see. */
  text: string;
  bytes: number;
  /** True where Gmail would cut the mail off. */
  clipped: boolean;
};

/**
 * A design as the mail that is sent: drawn, cleaned, with addresses that lead here from anywhere.
 * The exporters are read at the first call: a server that renders nothing does not pay for them.
 * @throws {Refusal} bad_request when it is no design, or one too large.
 */
export async function renderDesign({
  design,
  name,
  base,
}: {
  design: unknown;
  name: string;
  base: string | null;
}): Promise<RenderedDesign> {
  const read = readDesign(design);
  if (read === null) throw new Refusal("bad_request", "This is not a design that can be drawn");
  const { designHtml } = await import("../../islands/_design/designHtml.ts");
  const drawn = designHtml(read, { title: name, assetBase: "/email-assets" });
  const html = safeHtml(drawn, { base: base ?? undefined });
  const bytes = Buffer.byteLength(html);
  if (bytes > limits.html.maxBytes)
    throw new Refusal("bad_request", "The HTML of this design is larger than 1 MB");
  return { html, text: plainText(html), bytes, clipped: bytes > limits.design.clipBytes };
}
