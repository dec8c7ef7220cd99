import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { neighbour } from "./neighbour.ts";

type TabContent = { key: string; title: string; content: ReactNode };

/** Several views of one thing, one at a time. The others stay mounted, so that nothing half typed is lost. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly TabContent[] }) {
  const id = useId();
  const [active, setActive] = useState(tabs[0]?.key);

  // Only one tab is in the tab order; the arrows move to the others (WAI-ARIA, tabs pattern).
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const keys = tabs.map((tab) => tab.key);
    const next = neighbour(event.key, keys, active ?? null);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    document.getElementById(`${id}-tab-${next}`)?.focus();
  };

  return (
    <div className="tabs">
      <div className="tabs-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-tab-${key}`}
            aria-controls={`${id}-panel-${key}`}
            aria-selected={key === active}
            tabIndex={key === active ? 0 : -1}
            onClick={() => setActive(key)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ key, content }) => (
        <div
          key={key}
          role="tabpanel"
          id={`${id}-panel-${key}`}
          aria-labelledby={`${id}-tab-${key}`}
          hidden={key !== active}
        >
          {content}
        </div>
      ))}
    </div>
  );
}
