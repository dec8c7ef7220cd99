import type { ReactNode } from "react";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { addressOf } from "../../shell/address.ts";
import { takeArrival } from "../takeArrival.ts";

/** What a page below the list of campaigns begins with: the way back to that, and its own name. */
export function PageTitle({ name, children }: { name: string; children?: ReactNode }) {
  const { page } = useTexts(watchingTexts);
  return (
    <div className="campaign-title">
      <p className="crumb">
        <a href={addressOf("campaigns")}>{page.crumb}</a>
        <span aria-hidden="true"> /</span>
      </p>
      <h2 ref={takeArrival} tabIndex={-1}>
        {name}
      </h2>
      {children}
    </div>
  );
}
