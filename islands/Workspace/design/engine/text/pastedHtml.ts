import { Fragment, type ResolvedPos, Slice } from "@tiptap/pm/model";
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
  // Google Docs says it of each paragraph.
  for (const element of body.querySelectorAll("[dir=ltr]")) element.removeAttribute("dir");
  putBlankLines(body);
  putLists(body);
  for (const element of body.querySelectorAll<HTMLElement>(`[${inertStyle}]`)) putFormats(element);
  return body.innerHTML;
}

/** The event of a text that has not taken all that was pasted. */
export const leavesOut = "leavesout";

/** Whether what is pasted holds something that a text cannot: a picture, or a table of more than the one cell that mails put around words. */
export function holdsMore(html: string): boolean {
  if (html.includes("data-pm-slice")) return false;
  const { body } = inertMail(html);
  return body.querySelector("img") !== null || body.querySelectorAll("td, th").length > 1;
}

/** Mail programs write a blank line as a division that holds a break alone, which the editor passes over. */
function putBlankLines(body: HTMLElement): void {
  for (const line of body.querySelectorAll("div:has(br)")) {
    const isOneLine = line.querySelector("div, p, table") === null;
    if (isOneLine && line.textContent.trim() === "") line.replaceWith(body.ownerDocument.createElement("p"));
  }
}

/** Word has no lists in what it copies, but paragraphs that begin with a sign and say in a style how deep they stand. */
function putLists(body: HTMLElement): void {
  const open: Element[] = [];
  for (const paragraph of body.querySelectorAll(`p[${inertStyle}*="mso-list:"]`)) {
    const sign = paragraph.querySelector(`[${inertStyle}*="mso-list:Ignore"]`);
    const tag = /^\w{1,4}[.)]/.test(sign?.textContent.trim() ?? "") ? "ol" : "ul";
    sign?.remove();
    const level = Number(
      /mso-list:\s*l\d+ level(\d)/.exec(paragraph.getAttribute(inertStyle) ?? "")?.[1] ?? 1,
    );
    open.length = Math.min(open.length, level);
    const goesOn = paragraph.previousElementSibling === open[0] && (level > 1 || open[0]?.localName === tag);
    if (!goesOn) open.length = 0;
    if (open.length === 0 || level > open.length) {
      const list = body.ownerDocument.createElement(tag);
      const item = open.at(-1)?.lastElementChild;
      if (item) item.append(list);
      else paragraph.before(list);
      open.push(list);
    }
    const item = body.ownerDocument.createElement("li");
    item.append(...paragraph.childNodes);
    open.at(-1)?.append(item);
    paragraph.remove();
  }
}

function putFormats(element: HTMLElement): void {
  const { fontWeight, fontStyle, textDecoration, verticalAlign } = styleOf(element);
  element.removeAttribute(inertStyle);
  const isHeavy = /^(bold(er)?|[6-9]\d\d)$/.test(fontWeight);
  // Headings are bold and links underlined as they are.
  const isLink = element.closest("a") !== null;
  const isHeading = element.closest("h1, h2, h3, h4, h5, h6") !== null;
  if (isHeavy && !isHeading) wrapContent(element, "strong");
  if (/italic|oblique/.test(fontStyle)) wrapContent(element, "em");
  if (textDecoration.includes("line-through")) wrapContent(element, "s");
  if (textDecoration.includes("underline") && !isLink) wrapContent(element, "u");
  // Google Docs says it so, of spans; in a table it is something else.
  const level = ({ super: "sup", sub: "sub" } as const)[verticalAlign];
  if (level !== undefined && element.closest("sup, sub") === null) wrapContent(element, level);
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

/** Words without any format: each line is a paragraph, a blank one too. The editor's own way joins what blank lines part. A mail knows no tabs. */
export function pastedLines(text: string, place: ResolvedPos): Slice {
  const { schema } = place.doc.type;
  const { paragraph } = schema.nodes;
  if (paragraph === undefined) return Slice.empty;
  const lines = text.replaceAll("\t", "    ").split(/\r\n?|\n/);
  const paragraphs = lines.map((line) =>
    paragraph.create(null, line === "" ? null : schema.text(line, place.marks())),
  );
  return new Slice(Fragment.from(paragraphs), 1, 1);
}
