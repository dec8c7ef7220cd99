/**
 * The one script of every page, run before the first paint. Everything works without it, the theme switch by a form;
 * with it the theme changes in place, is remembered under `theme` as the specification names it (section 9), and is
 * the same in every tab.
 */

import { copyText } from "./copyText.ts";
import { themeColors } from "./themeColors.ts";

const root = document.documentElement;
const yearSeconds = 365 * 24 * 60 * 60;

type Theme = "light" | "dark";
const isTheme = (value: unknown): value is Theme => value === "light" || value === "dark";

function remembered(): string | null {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
}

/** Cookie and storage say the same, so that the server's next page and another tab's script agree. */
function apply(theme: Theme): void {
  root.dataset.theme = theme;
  document.querySelector('meta[name="color-scheme"]')?.setAttribute("content", theme);
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute("content", themeColors[theme]);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and needs https.
  document.cookie = `theme=${theme}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
  try {
    if (localStorage.getItem("theme") !== theme) localStorage.setItem("theme", theme);
  } catch {
    // Storage may be forbidden; the cookie remembers.
  }
  tell();
}

/** Whatever shows which theme is chosen follows, also when it was chosen elsewhere. */
function tell(): void {
  document.dispatchEvent(new Event("themechosen"));
}

/** Follows the system again, here and on the server's next page. */
function forget(): void {
  delete root.dataset.theme;
  document.querySelector('meta[name="color-scheme"]')?.setAttribute("content", "light dark");
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const scheme = meta.getAttribute("media")?.includes("dark") ? "dark" : "light";
    meta.setAttribute("content", themeColors[scheme]);
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and needs https.
  document.cookie = "theme=; Path=/; Max-Age=0; SameSite=Lax";
  try {
    localStorage.removeItem("theme");
  } catch {
    // See above.
  }
  tell();
}

// The cookie has decided already how the page came; where there is none, what the browser remembers decides.
const chosen = root.dataset.theme ?? remembered();
if (isTheme(chosen)) apply(chosen);

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!(button instanceof HTMLButtonElement) || button.name !== "theme" || !isTheme(button.value)) return;
  event.preventDefault();
  apply(button.value);
  // The button that was pressed is gone now; the focus goes to the one in its place.
  const other = button.value === "dark" ? "light" : "dark";
  button.form?.querySelector<HTMLButtonElement>(`[name="theme"][value="${other}"]`)?.focus();
});

// A server's page has what is to be copied in its button, which does nothing where there is no script.
document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) button.hidden = false;
});
document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
  if (button === null) return;
  const { copy = "", copied = "", notCopied = "" } = button.dataset;
  button.textContent = (await copyText(copy)) ? copied : notCopied;
});

// The workspace's menu has no form for it.
document.addEventListener("choosetheme", (event) => {
  const { detail } = event as CustomEvent<unknown>;
  if (isTheme(detail)) apply(detail);
  else forget();
});

window.addEventListener("storage", (event) => {
  if (event.key !== "theme") return;
  if (isTheme(event.newValue)) apply(event.newValue);
  else if (event.newValue === null) forget();
});

// Back may bring a page out of memory whose header, or whose whole content, belongs to somebody who has left since.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && (root.dataset.signedIn ?? "") !== rememberedUid()) location.reload();
});

function rememberedUid(): string {
  try {
    return (localStorage.getItem("uid") ?? "") === "" ? "" : "true";
  } catch {
    return "";
  }
}
