import { inertMail, inertStyle, withInertStyles } from "../canvas/withInertStyles.ts";

/**
 * What is pasted into a text, as its editor can read it: our policy keeps styles in HTML from being applied, also while
 * they are only parsed. What was copied from one of our texts keeps its styles. From elsewhere come the formats alone that
 * people mean: Google Docs wraps all it copies in a bold tag that its style takes back, and says bold and italic in styles.
 */
export function pastedHtml(html: string): string {
  if (html.includes("data-pm-slice")) return withInertStyles(html);
  const { body } = inertMail(html);
  for (const element of body.querySelectorAll("noframes, script, title")) element.remove();
  for (const element of body.querySelectorAll<HTMLElement>(`[${inertStyle}]`)) putFormats(element);
  return body.innerHTML;
}

function putFormats(element: HTMLElement): void {
  const { fontWeight, fontStyle, textDecoration } = styleOf(element);
  element.removeAttribute(inertStyle);
  const isHeavy = /^(bold(er)?|[6-9]\d\d)$/.test(fontWeight);
  // Headings are bold and links underlined as they are.
  const isLink = element.closest("a") !== null;
  const isHeading = element.closest("h1, h2, h3, h4, h5, h6") !== null;
  if (isHeavy && !isHeading) wrapContent(element, "strong");
  if (/italic|oblique/.test(fontStyle)) wrapContent(element, "em");
  if (textDecoration.includes("line-through")) wrapContent(element, "s");
  if (textDecoration.includes("underline") && !isLink) wrapContent(element, "u");
  if (fontWeight !== "" && !isHeavy && element.matches("b, strong"))
    element.replaceWith(...element.childNodes);
}

function styleOf(element: Element): CSSStyleDeclaration {
  const { style } = document.createElement("span");
  style.cssText = element.getAttribute(inertStyle) ?? "";
  return style;
}

function wrapContent(element: HTMLElement, tag: string): void {
  const wrapper = element.ownerDocument.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}
