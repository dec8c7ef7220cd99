import type { Page } from "playwright-core";

const source = await Bun.file(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir)).text();

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };

/**
 * What axe-core finds on a page, one line each; its context must have `bypassCSP`, or axe itself cannot enter. Whoever
 * looks at one part again and again names it by its selector: a whole workspace takes axe a second.
 */
export async function axeFindings(page: Page, within = ""): Promise<string[]> {
  // Twice on one page would be two copies.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(async (selector) => {
    const { axe } = window as unknown as {
      axe: { run(what: string | Document, options: object): Promise<{ violations: Violation[] }> };
    };
    // A colour on its way to another is nobody's choice; what never ends (a skeleton's shimmer) is left running.
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
    // What a frame shows is a mail's, not ours.
    const { violations } = await axe.run(selector || document, { iframes: false });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
    );
  }, within);
}
