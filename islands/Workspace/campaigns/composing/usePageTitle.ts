import { useEffect } from "react";

/** The title of the page names what is shown on it, until it is left. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
