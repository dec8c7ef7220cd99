import { type KeyboardEvent, useContext, useEffect, useState } from "react";
import { apiTexts } from "../../../contract/texts/workspace/api.ts";
import { TextsContext, useTexts } from "../../_data/useTexts.ts";
import { neighbour } from "../../_parts/neighbour.ts";
import { goTo, useAddress } from "../shell/address.ts";
import type { Section } from "./sections.tsx";

/**
 * Sections of a tab, one at a time, by the address `#api/<key>`. Each is fetched when it is first shown, and stays
 * mounted from then on, so that nothing half-typed is lost. A single one needs no tabs.
 */
export function SectionTabs({ sections }: { sections: readonly Section[] }) {
  const [tab, place] = useAddress();
  const named = tab === "api" ? sections.find(({ key }) => key === place) : undefined;
  const active = named ?? sections[0];
  const seen = useSeen(active?.key);
  if (active === undefined) return null;
  const isTabbed = sections.length > 1;
  return (
    <div className={isTabbed ? "tabs" : undefined}>
      {isTabbed ? <TabList sections={sections} active={active} /> : null}
      {sections
        .filter(({ key }) => seen.has(key))
        .map((section) => (
          <div
            key={section.key}
            id={`api-panel-${section.key}`}
            hidden={section !== active}
            {...(isTabbed ? { role: "tabpanel", "aria-labelledby": `api-tab-${section.key}` } : {})}
          >
            <section.Part />
          </div>
        ))}
    </div>
  );
}

function TabList({ sections, active }: { sections: readonly Section[]; active: Section }) {
  const words = useTexts(apiTexts);
  const texts = useContext(TextsContext);
  // On a phone the list scrolls sideways, and the tab that is shown may be beyond its edge.
  useEffect(() => {
    const tab = document.getElementById(`api-tab-${active.key}`);
    tab?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [active.key]);
  // One tab is in the tab order; the arrows go round the others (WAI-ARIA, tabs pattern).
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = neighbour(event.key, sections, active);
    if (next === undefined) return;
    event.preventDefault();
    goTo("api", next.key);
    document.getElementById(`api-tab-${next.key}`)?.focus();
  };
  return (
    <div className="tabs-list" role="tablist" aria-label={words.parts} onKeyDown={move}>
      {sections.map((section) => (
        <button
          key={section.key}
          type="button"
          role="tab"
          id={`api-tab-${section.key}`}
          aria-controls={section === active ? `api-panel-${section.key}` : undefined}
          aria-selected={section === active}
          tabIndex={section === active ? 0 : -1}
          onClick={() => goTo("api", section.key)}
        >
          {section.title(texts)}
        </button>
      ))}
    </div>
  );
}

/** Which sections have been shown so far, this one among them. */
function useSeen(key: string | undefined): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  if (key === undefined || seen.has(key)) return seen;
  const more = new Set(seen).add(key);
  setSeen(more);
  return more;
}
