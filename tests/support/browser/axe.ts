import type { Page } from "playwright-core";

const source = await Bun.file(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir)).text();

type Violation = { id: string; nodes: { element: Element; failureSummary: string }[] };

const ofColours = ["color-contrast", "link-in-text-block"];
/**
 * What axe leaves out unless it is asked: that what is pressed has 24 pixels or as much room around it (WCAG 2.5.8), and
 * that the words on it are in its name, as a voice says them (2.5.3).
 */
const alsoAsked = { "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: true } };

/** Which of axe's rules: those about colours are the dearest, and the only ones that a theme has a part in. */
export type AxeRules = "all" | "colours" | "allButColours";

/** By this in place of a selector: the elements that the page's function of this name finds (`faultsAtEveryWidth.ts`). */
export const ownChoice = "elementsToLookAt";

/**
 * What axe-core finds on a page, one line each; its context must have `bypassCSP`, or axe itself cannot enter. Whoever
 * looks at one part again and again names it by its selector: a whole workspace takes axe a second.
 */
export async function axeFindings(page: Page, within = "", rules: AxeRules = "all"): Promise<string[]> {
  // Twice on one page would be two copies.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async ([selector, asked, colours, more, own]) => {
      const { axe, [own]: choose } = window as unknown as {
        axe: {
          configure(settings: object): void;
          run(what: unknown, options: object): Promise<{ violations: Violation[] }>;
        };
        elementsToLookAt(): Element[];
      };
      // It would write down the HTML of each element that it looks at, of the whole page again and again.
      axe.configure({ noHtml: true });
      // A colour on its way to another is nobody's choice; what never ends (a skeleton's shimmer) is left running.
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
      }
      const isLeftOut = Object.fromEntries(colours.map((rule) => [rule, { enabled: false }]));
      const rules = asked === "allButColours" ? { ...more, ...isLeftOut } : more;
      // Only now: a chart draws itself anew in another theme or at another width.
      const include = selector === own ? choose() : null;
      if (include?.length === 0) return [];
      // What lies on top of everything axe takes for covered by what is behind it, and says nothing of its colours then.
      const [top] =
        selector === own || selector === "" ? [] : document.querySelectorAll<HTMLElement>(selector);
      const isOnTop = top?.matches(":modal, :popover-open") === true;
      if (isOnTop) {
        top.style.visibility = "visible";
        document.documentElement.style.visibility = "hidden";
      }
      const { violations } = await axe.run(include === null ? selector || document : { include }, {
        // What a frame shows is a mail's, not ours.
        iframes: false,
        // What passed is not told, so it need not be written down either.
        resultTypes: ["violations"],
        selectors: false,
        elementRef: true,
        ...(asked === "colours" ? { runOnly: colours } : { rules }),
      });
      if (isOnTop) {
        document.documentElement.style.visibility = "";
        top.style.visibility = "";
      }
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ element, failureSummary }) => `${id}: ${element.outerHTML.slice(0, 300)} ${failureSummary}`,
        ),
      );
    },
    [within, rules, ofColours, alsoAsked, ownChoice] as const,
  );
}

/**
 * The same in both themes, of a page that follows the system's: every rule in the light one, and those about colours
 * in the dark one. The page is left in the light one.
 */
export async function axeFindingsInBothThemes(page: Page, within = ""): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await axeFindings(page, within);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await axeFindings(page, within, "colours");
  await page.emulateMedia({ colorScheme: "light" });
  return [
    ...light.map((found) => `in the light theme, ${found}`),
    ...dark.map((found) => `in the dark theme, ${found}`),
  ];
}
