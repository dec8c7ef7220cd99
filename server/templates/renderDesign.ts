import type { Refusal } from "../../contract/errors.ts";
import { designLimits } from "../../contract/limits/design.ts";
import { htmlLimits } from "../../contract/limits/html.ts";
import { refused } from "../../contract/refused.ts";
import { closedValues } from "../../mail/cleaning/closedValues.ts";
import { cleaning } from "../../mail/cleaning/safeHtml.ts";
import { readDesign } from "../../mail/design/design.ts";
import { inSlices } from "../core/inSlices.ts";
import { readingText } from "../sending/mail/plainText.ts";

type DesignHtml = typeof import("../../mail/drawing/designHtml.ts");

export type RenderedDesign = {
  html: string;
  /** What readers without HTML get to see. */
  text: string;
  bytes: number;
  /** True where Gmail would cut the mail off. */
  clipped: boolean;
};

type Asked = { design: unknown; base: string | null };
type Run = (work: Generator<void, RenderedDesign>) => Promise<RenderedDesign>;

/**
 * A design as the mail that is sent: drawn, cleaned, with addresses that lead here from anywhere. `run` does the work.
 * The exporters are read at the first call: a server that renders nothing does not pay for them.
 * @throws {Refusal} bad_request when it is no design, or one too large.
 */
export async function renderDesign(asked: Asked, run: Run = inSlices): Promise<RenderedDesign> {
  return run(rendering(asked, await import("../../mail/drawing/designHtml.ts")));
}

function* rendering({ design, base }: Asked, { designHtml }: DesignHtml): Generator<void, RenderedDesign> {
  const read = readDesign(design);
  if (read === null) throw refused("design_undrawable");
  const drawn = yield* drawing(designHtml(yield* closedValues(read), { assetBase }));
  const html = yield* cleaning(drawn, { base: base ?? undefined });
  const bytes = Buffer.byteLength(html);
  if (bytes > htmlLimits.maxBytes) throw tooLarge();
  const text = yield* readingText(html);
  return { html, text, bytes, clipped: bytes > designLimits.clipBytes };
}

const assetBase = "/email-assets";

/** Stops where there is more than could be kept; cleaning hardly makes anything shorter than a half. */
function* drawing(mail: ReturnType<DesignHtml["designHtml"]>): Generator<void, string> {
  for (let characters = 0; ; ) {
    const step = nextOf(mail);
    if (step.done) return step.value;
    characters += step.value.characters;
    if (characters > 2 * htmlLimits.maxBytes) throw tooLarge();
    yield;
  }
}

/**
 * The exporters take for granted that each value has the form in which Unlayer's editor writes it, lists and objects too,
 * and stumble over any other.
 */
function nextOf(mail: ReturnType<DesignHtml["designHtml"]>) {
  try {
    return mail.next();
  } catch (cause) {
    if (cause instanceof TypeError) throw refused("design_undrawable", {}, { cause });
    throw cause;
  }
}

function tooLarge(): Refusal {
  return refused("design_html_too_large");
}
