import { type ReactNode, useRef, useState } from "react";
import { leadTexts } from "../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { later } from "../../_parts/later.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { Toolbar } from "../../_parts/Toolbar.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

// Loaded on demand, since the filter is rarely used.
const FilterPanel = later(() => import("../segments/FilterPanel.tsx"), {
  meanwhile: ({ isOpen }) =>
    isOpen ? (
      <div className="filter-panel" data-open="true">
        <SkeletonRows rows={5} />
      </div>
    ) : null,
});

/** Opens the filter of the list, which is shown below the other tools. */
export function FilterButton({ children }: { children: ReactNode }) {
  const texts = useTexts(leadTexts);
  const { leads } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { narrowing } = leads;
  return (
    <>
      <Toolbar className="list-tools" aria-label={texts.listTools}>
        <Button ref={opener} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {texts.filter}
        </Button>
        {children}
      </Toolbar>
      {isOpen || narrowing !== null ? (
        <FilterPanel
          narrowing={narrowing}
          isOpen={isOpen}
          onNarrow={(next) => {
            leads.narrowBy(next);
            // So does what took the last of it away.
            if (next === null && !isOpen) opener.current?.focus();
          }}
          onOpen={(open) => {
            setOpen(open);
            // The button that closed it disappears with it.
            if (!open) opener.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}
