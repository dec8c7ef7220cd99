import { useEffect, useState } from "react";
import { readSetting } from "./setting.ts";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

/** The theme chosen in this browser, or else the system's, and a function that chooses another. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(chosenTheme);
  // The header's switch and other tabs change it too.
  useEffect(() => {
    const follow = () => setTheme(chosenTheme());
    document.addEventListener("themechosen", follow);
    return () => document.removeEventListener("themechosen", follow);
  }, []);
  return [
    theme,
    (chosen) => {
      // `_runtime/site.ts`, which is on every page, changes it.
      document.dispatchEvent(new CustomEvent("choosetheme", { detail: chosen }));
      setTheme(chosen);
    },
  ];
}

function chosenTheme(): Theme {
  return themes.find((one) => one === readSetting("theme")) ?? "system";
}
