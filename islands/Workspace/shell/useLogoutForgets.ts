import { useEffect } from "react";
import { logoutBegins } from "../../_data/browserClient.ts";
import { writeSetting } from "../../_data/setting.ts";
import { forgetDraft } from "../design/keptDraft.ts";

/** The header's Logout is a plain form; when it is sent, the uid and the unsaved work remembered here go too. */
export function useLogoutForgets(): void {
  useEffect(() => {
    const forget = (event: Event) => {
      const form = event.target as HTMLFormElement | null;
      if (form?.getAttribute("action") !== "/logout") return;
      logoutBegins();
      writeSetting("uid", "");
      forgetDraft();
    };
    document.addEventListener("submit", forget);
    return () => document.removeEventListener("submit", forget);
  }, []);
}
