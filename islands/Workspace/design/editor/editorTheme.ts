import type { EditorTheme } from "../engine/EditorPort.ts";

/** The theme that the page is shown in. */
export function currentTheme(): EditorTheme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "dark" || chosen === "light") return chosen;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Hears when another theme is chosen; answers how to stop hearing. */
export function watchTheme(heard: (theme: EditorTheme) => void): () => void {
  const observer = new MutationObserver(() => heard(currentTheme()));
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
