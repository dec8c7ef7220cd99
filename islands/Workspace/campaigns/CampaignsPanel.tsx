import { useEffect, useRef } from "react";
import { later } from "../../_parts/later.tsx";
import { focusIsLost } from "../../_parts/lostFocus.ts";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { withStyles } from "../../_runtime/withStyles.ts";
import { useAddress } from "../shell/address.ts";
import { Calendar } from "./calendar/Calendar.tsx";
import Compare from "./compare/Compare.tsx";
import { composedAt } from "./composing/address.ts";
import { CampaignList } from "./list/CampaignList.tsx";
import { CampaignPage } from "./page/CampaignPage.tsx";
import { WithPlanWords } from "./WithPlanWords.tsx";

const Composer = later(() => withStyles(["composing", "room"], () => import("./composing/Composer.tsx")), {
  meanwhile: <SkeletonRows rows={8} />,
});

/** The Campaigns tab. The URL chooses the list, the calendar, a comparison, one campaign, or the composer. */
export default function CampaignsPanel() {
  return (
    <WithPlanWords>
      <Place />
    </WithPlanWords>
  );
}

function Place() {
  const address = useAddress();
  useArrival(address.join("/"));
  const composed = composedAt(address);
  if (composed !== null) return <Composer key={composed.id} {...composed} />;
  const [tab, place = "", part, filter] = address;
  if (tab !== "campaigns" || place === "") return <CampaignList />;
  if (place === "calendar") return <Calendar />;
  if (place === "compare") return <Compare ids={(part ?? "").split(",").filter((id) => id !== "")} />;
  return <CampaignPage key={place} id={place} view={part} filter={filter} />;
}

/** If the focused link disappears with the view it was in, the focus moves to the beginning of the new view, as on a new page. */
function useArrival(address: string): void {
  const before = useRef(address);
  useEffect(() => {
    if (before.current === address) return;
    before.current = address;
    if (!focusIsLost()) return;
    const first = (selector: string) => document.querySelector<HTMLElement>(selector);
    (
      first(":is(.campaign-title h2, .calendar-head h3, .composing-main)[tabindex]") ??
      first(".workspace-content")
    )?.focus({
      preventScroll: true,
    });
  }, [address]);
}
