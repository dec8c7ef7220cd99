import { useCallback, useEffect } from "react";
import { useSetting } from "../../_data/setting.ts";
import { isTabKey, type TabKey } from "../tabKeys.ts";
import { goTo, useAddress } from "./address.ts";

/**
 * The tab in the address (`#leads`, `#campaigns/…`), else the remembered one, else Leads; and a way to show another.
 * Of those without a tab of their own only what an address reaches is shown, and only while it is named.
 */
export function useActiveTab({
  tabs,
  reached,
}: {
  tabs: readonly TabKey[];
  reached: readonly TabKey[];
}): [TabKey, (tab: TabKey) => void] {
  const [named = ""] = useAddress();
  const [remembered, remember] = useSetting("activeTab");
  const isIn = (keys: readonly TabKey[], text: string): text is TabKey =>
    isTabKey(text) && keys.includes(text);
  const active = isIn(reached, named) ? named : isIn(tabs, remembered) ? remembered : "leads";
  useEffect(() => {
    // An address that names what this person may not see would be copied and kept. No entry in the history: it
    // would lead back here.
    if (named !== "" && named !== active) history.replaceState(null, "", `#${active}`);
  }, [named, active]);

  const show = useCallback(
    (tab: TabKey) => {
      // An entry in the history for each tab, so that Back returns to the one before.
      if (goTo(tab)) remember(tab);
    },
    [remember],
  );
  return [active, show];
}
