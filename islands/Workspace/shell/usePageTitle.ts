import { useEffect } from "react";

/**
 * The title of the page names what is shown on it, for the browser's tabs, its history and whoever has it read out, until it
 * is left; null while nothing has a name. What comes next may have named itself by then.
 */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    const before = document.title;
    document.title = title;
    return () => {
      if (document.title === title) document.title = before;
    };
  }, [title]);
}
