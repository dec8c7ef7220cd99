import { type ComponentType, lazy } from "react";
import { mayUseApi } from "../../contract/plans.ts";
import { withStyles } from "../_runtime/withStyles.ts";
import { AccountsPanel } from "./accounts/AccountsPanel.tsx";
import { DesignPanel } from "./design/DesignPanel.tsx";
import { LeadsPanel } from "./leads/LeadsPanel.tsx";
import type { WorkspaceProps } from "./props.ts";
import type { TabKey } from "./tabKeys.ts";

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
export const tabs: readonly Tab[] = [
  {
    key: "leads",
    icon: "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM2 21c0-4 3-6 7-6s7 2 7 6M16 3.5a4 4 0 0 1 0 7M18 15.5c2.5.7 4 2.6 4 5.5",
    Panel: LeadsPanel,
    kept: true,
  },
  {
    key: "design",
    icon: "M4 4h16v16H4ZM4 9h16M10 9v11",
    Panel: DesignPanel,
    kept: true,
  },
  {
    key: "accounts",
    icon: "M3 5h18v14H3ZM3 7l9 6 9-6",
    Panel: AccountsPanel,
    kept: true,
  },
  {
    key: "campaigns",
    icon: "M21 3 3 10l7 3 3 7ZM10 13l5-5",
    Panel: lazy(() => withStyles("campaigns", () => import("./campaigns/CampaignsPanel.tsx"))),
    kept: false,
  },
  {
    key: "api",
    icon: "M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14",
    Panel: lazy(() => withStyles("api", () => import("./api/ApiPanel.tsx"))),
    kept: false,
    visible: (person) => person.hasPlans === false || mayUseApi(person),
    Without: lazy(() => withStyles("api", () => import("./api/WithoutApi.tsx"))),
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
