import { inertMail } from "./withInertStyles.ts";

const dropped =
  "script,style,noframes,iframe,object,embed,svg,math,template,link,meta,base,form,input,textarea,select,noscript";

/**
 * A block's HTML as inert nodes. Our content security policy forbids styles in HTML, so each is set through the CSSOM.
 * Links go nowhere and take no focus, since the block around them does.
 */
export function drawnHtml(html: string): DocumentFragment {
  const parsed = inertMail(html);
  for (const element of parsed.querySelectorAll(dropped)) element.remove();
  // While they belong to a document that runs nothing. In ours, the browser would try each handler at once, and the policy
  // refuse it.
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

/** Roles, and elements without a role, that may not have an accessible name. */
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
  // The exporters name tables that they also mark as presentational. On the canvas the block around them has the name.
  if (namelessRoles.has(element.getAttribute("role") ?? element.localName))
    element.removeAttribute("aria-label");
  if (element.localName === "img") element.draggable = false;
}
