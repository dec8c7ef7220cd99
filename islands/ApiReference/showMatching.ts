/**
 * Shows those calls of the reference that have each word somewhere in method, path or summary, and hides what has
 * none, and what stands before the calls, which would keep them below the window. The list is the server's HTML, so it is there without any of this. Answers how many match, null for no words.
 */
export function showMatching(page: Document, text: string): number | null {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const group of page.querySelectorAll<HTMLElement>("[data-group]")) {
    let inGroup = 0;
    for (const call of group.querySelectorAll<HTMLElement>("[data-call]")) {
      const matches = words.every((word) => call.dataset.call?.includes(word));
      call.hidden = !matches;
      if (matches) inGroup += 1;
    }
    group.hidden = inGroup === 0;
    found += inGroup;
  }
  for (const preface of page.querySelectorAll<HTMLElement>("[data-preface]"))
    preface.hidden = words.length > 0;
  return words.length === 0 ? null : found;
}

/** A link leads to its place, also where a search hides that. */
export function showPlace(page: Document, hash: string): void {
  const place = hash === "" ? null : page.getElementById(hash.slice(1));
  const hidden = place?.closest<HTMLElement>("section[hidden]");
  if (!place || !hidden) return;
  hidden.hidden = false;
  place.scrollIntoView();
}
