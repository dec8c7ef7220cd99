import { escapeHtml } from "../../contract/mergeFields.ts";
import { parseJson } from "../../contract/parseJson.ts";
import { countOf, isValues, type Values } from "../design/design.ts";

/** Lexical's format bits and the elements that say the same. */
const formats: readonly [bit: number, tag: string][] = [
  [1, "strong"],
  [2, "em"],
  [8, "u"],
  [4, "s"],
  [16, "code"],
  [32, "sub"],
  [64, "sup"],
];

/** The HTML of Unlayer's newer `paragraph`, which keeps its text as Lexical's JSON; "" when it cannot be read. */
export function lexicalHtml(json: unknown): string {
  if (typeof json !== "string") return "";
  try {
    const read = parseJson(json);
    if (!isValues(read)) return "";
    return typeof read.__html === "string" ? read.__html : nodeHtml(read.root);
  } catch {
    return "";
  }
}

function nodeHtml(node: unknown): string {
  if (!isValues(node)) return "";
  const type = String(node.type).replace(/^extended-/, "");
  if (type === "text") return textHtml(node);
  if (type === "linebreak") return "<br>";
  const inner = (Array.isArray(node.children) ? node.children : []).map(nodeHtml).join("");
  const align = typeof node.format === "string" && node.format !== "" ? node.format : undefined;
  const turned = node.direction === "rtl" ? ' dir="rtl"' : "";
  const style = turned + (align === undefined ? "" : ` style="text-align: ${escapeHtml(align)}"`);
  if (type === "paragraph") return `<p${style}>${inner || "<br>"}</p>`;
  if (type === "heading") return `<${headingTag(node.tag)}${style}>${inner}</${headingTag(node.tag)}>`;
  if (type === "list") {
    const begins = countOf(node.start) > 1 ? ` start="${Math.trunc(countOf(node.start))}"` : "";
    return node.listType === "number" ? `<ol${begins}${turned}>${inner}</ol>` : `<ul${turned}>${inner}</ul>`;
  }
  if (type === "listitem") return `<li${style}>${inner}</li>`;
  if (type === "link" || type === "autolink")
    return `<a href="${escapeHtml(String(node.url ?? ""))}" target="_blank" rel="noopener">${inner}</a>`;
  // Words of a kind that we do not know, as a tab, a tag or a field may be.
  return inner === "" && typeof node.text === "string" ? textHtml(node) : inner;
}

function textHtml(node: Values): string {
  const format = Number(node.format) || 0;
  let html = escapeHtml(String(node.text ?? ""));
  for (const [bit, tag] of formats) if ((format & bit) !== 0) html = `<${tag}>${html}</${tag}>`;
  return typeof node.style === "string" && node.style !== ""
    ? `<span style="${escapeHtml(node.style)}">${html}</span>`
    : html;
}

function headingTag(tag: unknown): string {
  return typeof tag === "string" && /^h[1-6]$/.test(tag) ? tag : "h1";
}
