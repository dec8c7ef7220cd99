import { useEffect } from "react";
import { writeSetting } from "../../_data/setting.ts";

/** The header's Logout is a plain form; when it is sent, the uid remembered here goes too. */
export function useLogoutForgets(): void {
  useEffect(() => {
    const forget = (event: Event) => {
      const form = event.target as HTMLFormElement | null;
      if (form?.getAttribute("action") === "/logout") writeSetting("uid", "");
    };
    document.addEventListener("submit", forget);
    return () => document.removeEventListener("submit", forget);
  }, []);
}
