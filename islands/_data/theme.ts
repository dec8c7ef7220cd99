import { useEffect, useState } from "react";
import { readSetting } from "./setting.ts";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

/** The theme that was chosen on this browser, and how to choose another; without a choice it is the system's. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(chosenTheme);
  // The header has a switch of its own, and so has every other tab.
  useEffect(() => {
    const follow = () => setTheme(chosenTheme());
    document.addEventListener("themechosen", follow);
    return () => document.removeEventListener("themechosen", follow);
  }, []);
  return [
    theme,
    (chosen) => {
      // `_runtime/site.ts` is there on every page, and is the one who changes it.
      document.dispatchEvent(new CustomEvent("choosetheme", { detail: chosen }));
      setTheme(chosen);
    },
  ];
}

function chosenTheme(): Theme {
  return themes.find((one) => one === readSetting("theme")) ?? "system";
}
