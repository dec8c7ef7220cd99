import { useEffect } from "react";

/** Names the open tab in the page's title, so that the browser's tabs and its history tell the panels apart. */
export function useTabTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `Amplify | ${title}`;
  }, [title]);
}
