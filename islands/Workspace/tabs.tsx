import type { ComponentType } from "react";
import { later } from "../_parts/later.tsx";
import { withStyles } from "../_runtime/withStyles.ts";
import { AccountsPanel } from "./accounts/AccountsPanel.tsx";
import { DesignPanel } from "./design/DesignPanel.tsx";
import { LeadsPanel } from "./leads/LeadsPanel.tsx";
import type { WorkspaceProps } from "./props.ts";
import { PanelLoading } from "./shell/PanelLoading.tsx";
import { tabIcons } from "./tabIcons.ts";
import { hasApiTab, type TabKey } from "./tabKeys.ts";

export type Tab = {
  key: TabKey;
  /** The drawing of its icon, on a 24 by 24 grid. */
  icon: string;
  Panel: ComponentType;
  /** Kept panels stay mounted and are hidden; the others load only while they are selected. */
  kept: boolean;
  /** Who sees the tab; everybody unless it says. The server decides for itself what they may call. */
  visible?: (person: WorkspaceProps) => boolean;
  /** What others see who come by its address: what it would give them. Without it the address is none to them. */
  Without?: ComponentType;
};

/** The workspace's tabs. One more is a folder, a key in `tabKeys.ts` and a line here. */
const tabs: readonly Tab[] = [
  {
    key: "leads",
    icon: tabIcons.leads,
    Panel: LeadsPanel,
    kept: true,
  },
  {
    key: "design",
    icon: tabIcons.design,
    Panel: DesignPanel,
    kept: true,
  },
  {
    key: "accounts",
    icon: tabIcons.accounts,
    Panel: AccountsPanel,
    kept: true,
  },
  {
    key: "campaigns",
    icon: tabIcons.campaigns,
    Panel: later(() => withStyles("campaigns", () => import("./campaigns/CampaignsPanel.tsx")), {
      meanwhile: <PanelLoading />,
    }),
    kept: false,
  },
  {
    key: "api",
    icon: tabIcons.api,
    Panel: later(() => withStyles(["api", "day-bars", "keys"], () => import("./api/ApiPanel.tsx")), {
      meanwhile: <PanelLoading />,
    }),
    kept: false,
    visible: hasApiTab,
    Without: later(() => withStyles("api", () => import("./api/WithoutApi.tsx")), {
      meanwhile: <PanelLoading />,
    }),
  },
];

export function tabsFor(person: WorkspaceProps): readonly Tab[] {
  return tabs.filter((tab) => tab.visible?.(person) ?? true);
}

/** Every panel that an address leads this person to: those of their tabs, and what tabs that they lack would give. */
export function panelsFor(person: WorkspaceProps): readonly Tab[] {
  return tabs.flatMap((tab) => {
    if (tab.visible?.(person) ?? true) return [tab];
    return tab.Without === undefined ? [] : [{ ...tab, Panel: tab.Without, kept: false }];
  });
}
