import { withInertStyles } from "./withInertStyles.ts";

const dropped =
  "script,style,iframe,object,embed,svg,math,template,link,meta,base,form,input,textarea,select,noscript";

/**
 * A block's HTML as nodes that can only be looked at. Our policy refuses styles written in HTML, so each is set
 * through the CSSOM; links go nowhere and take no focus, for the block around them does.
 */
export function drawnHtml(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(withInertStyles(html), "text/html");
  for (const element of parsed.querySelectorAll(dropped)) element.remove();
  // While they are still of a document that runs nothing: in ours a handler would be tried, and refused, at once.
  for (const element of parsed.body.querySelectorAll("*")) dropHandlers(element);
  const fragment = document.createDocumentFragment();
  for (const node of [...parsed.body.childNodes]) fragment.append(document.importNode(node, true));
  for (const element of fragment.querySelectorAll<HTMLElement>("*")) clean(element);
  return fragment;
}

function dropHandlers(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    if (/^on/i.test(name) || /^[\s\u0000-\u001f]*(java|vb)script:/i.test(value))
      element.removeAttribute(name);
  }
}

/** Roles, and elements without one, that may have no name of their own. */
const namelessRoles = new Set(["presentation", "div", "span"]);

function clean(element: HTMLElement): void {
  const { style } = element.dataset;
  if (style !== undefined) {
    element.removeAttribute("data-style");
    element.style.cssText = style;
  }
  if (element.localName === "a") {
    element.removeAttribute("href");
    element.tabIndex = -1;
  }
  // The exporters name tables that they also say are none; on the canvas the block around them has the name.
  if (namelessRoles.has(element.getAttribute("role") ?? element.localName))
    element.removeAttribute("aria-label");
  if (element.localName === "img") element.draggable = false;
}
