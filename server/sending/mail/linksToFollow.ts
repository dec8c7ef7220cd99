import { Parser } from "htmlparser2";
import { htmlLimits } from "../../../contract/limits/html.ts";
import { mailboxLimits } from "../../../contract/limits/sandbox.ts";
import { atOnce } from "../../core/inSlices.ts";
import { parseInSlices } from "./parseInSlices.ts";

/** A link of a mail, listed for people to follow. */
type LinkToFollow = { label: string; url: string };

/** The web links of a mail, each URL once, labelled with the first text or image description that it is shown with. */
export function linksToFollow(html: string): LinkToFollow[] {
  const { linksShown, linkLabelCharacters } = mailboxLimits;
  const links: LinkToFollow[] = [];
  let open: LinkToFollow | null = null;
  let depth = 0;
  const say = (text: string) => {
    if (open !== null && open.label.length < linkLabelCharacters) open.label += text;
  };
  const parser = new Parser({
    onopentag: (name, { href = "", alt = "" }) => {
      depth += 1;
      if (name === "img") say(alt);
      if (name !== "a" || !/^https?:\/\//i.test(href.trim())) return;
      open = { label: "", url: href.trim() };
      if (links.length < linksShown) links.push(open);
    },
    ontext: say,
    onclosetag: (name) => {
      depth -= 1;
      if (name === "a") open = null;
    },
  });
  atOnce(parseInSlices({ parser, html: html.slice(0, htmlLimits.maxBytes), depth: () => depth }));
  const labels = new Map<string, string>();
  for (const { label, url } of links) {
    const words = label.replace(/\s+/g, " ").trim().slice(0, linkLabelCharacters);
    labels.set(url, labels.get(url) || words);
  }
  return Array.from(labels, ([url, label]) => ({ url, label: label || url }));
}
