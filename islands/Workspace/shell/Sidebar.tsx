import type { KeyboardEvent, ReactNode } from "react";
import { shellTexts } from "../../../contract/texts/workspace/shell.ts";
import { useSetting } from "../../_data/setting.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { Icon } from "../../_parts/Icon.tsx";
import { neighbour } from "../../_parts/neighbour.ts";
import type { TabKey } from "../tabKeys.ts";
import type { Tab } from "../tabs.tsx";

/** The tabs at the side, open with words or minimal with icons; on a phone they stand at the bottom. */
export function Sidebar({
  tabs,
  active,
  onShow,
}: {
  tabs: readonly Tab[];
  active: TabKey;
  onShow: (tab: TabKey) => void;
}) {
  const texts = useTexts(shellTexts);
  const [width] = useSetting("sidebar");
  const minimal = width === "minimal";

  // One tab is in the tab order; the arrows go round the others (WAI-ARIA, tabs pattern). Of a panel without a tab it
  // is the first.
  const entry = tabs.some((tab) => tab.key === active) ? active : tabs[0]?.key;
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = neighbour(event.key, tabs, tabs.find((tab) => tab.key === active) ?? null);
    if (next === undefined) return;
    event.preventDefault();
    onShow(next.key);
    document.getElementById(`tab-${next.key}`)?.focus();
  };

  return (
    <div className="sidebar" data-minimal={minimal}>
      <div
        className="sidebar-tabs"
        role="tablist"
        aria-label={texts.workspace}
        aria-orientation="vertical"
        onKeyDown={move}
      >
        {tabs.map(({ key, icon }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`tab-${key}`}
            aria-controls={`panel-${key}`}
            aria-selected={key === active}
            tabIndex={key === entry ? 0 : -1}
            title={minimal ? texts.tabs[key] : undefined}
            onClick={() => onShow(key)}
          >
            <Icon path={icon} />
            <span className="sidebar-word">{texts.tabs[key]}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

/**
 * What stands below the tabs. It comes after the panels in the page's order, as whoever goes on from the tabs by
 * keyboard means to get to what they show.
 */
export function SidebarFoot({ children }: { children: ReactNode }) {
  const texts = useTexts(shellTexts);
  const [width, remember] = useSetting("sidebar");
  const minimal = width === "minimal";
  return (
    <div className="sidebar-foot" data-minimal={minimal}>
      {children}
      <Button
        className="sidebar-toggle"
        variant="quiet"
        shape="icon"
        aria-label={minimal ? texts.sidebar.open : texts.sidebar.minimal}
        aria-expanded={!minimal}
        onClick={() => remember(minimal ? "" : "minimal")}
      >
        <Icon path={minimal ? "M9 5l7 7-7 7" : "M15 5l-7 7 7 7"} />
      </Button>
    </div>
  );
}
