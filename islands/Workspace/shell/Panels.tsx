import { Suspense } from "react";
import type { TabKey } from "../tabKeys.ts";
import type { Tab } from "../tabs.tsx";

/** One panel a tab: the kept ones stay mounted and are hidden, so nothing half-typed is lost by looking elsewhere. */
export function Panels({ tabs, active }: { tabs: readonly Tab[]; active: TabKey }) {
  return tabs.map(({ key, kept, Panel }) => (
    <div
      key={key}
      className="panel"
      role="tabpanel"
      id={`panel-${key}`}
      aria-labelledby={`tab-${key}`}
      hidden={key !== active}
    >
      {kept ? <Panel /> : null}
      {!kept && key === active ? (
        <Suspense fallback={<p className="panel-loading">Loading...</p>}>
          <Panel />
        </Suspense>
      ) : null}
    </div>
  ));
}
