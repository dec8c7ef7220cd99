import { useState } from "react";
import type { Cause } from "../../../contract/reasons.ts";
import type { PlanAudience } from "../../../contract/schemas/campaignPlan.ts";
import { sendTexts } from "../../../contract/texts/workspace/sending.ts";
import { queries } from "../../_data/queries.ts";
import { useAction } from "../../_data/useAction.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { LeftOutDialog } from "../campaigns/composing/whom/LeftOutDialog.tsx";
import type { Selection } from "../leads/actions/useSelection.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { audienceOf } from "./audienceOf.ts";

/** Leads on from the first addresses that are left out for one reason to all of them, a page at a time. */
export function AllLeftOut({
  selection,
  group: { cause, reason, count },
}: {
  selection: Selection;
  group: { cause: Cause; reason: string; count: number };
}) {
  const texts = useTexts(sendTexts);
  const { leads } = useWorkspace();
  const collections = useLoad(queries.collections());
  const [audience, setAudience] = useState<PlanAudience | null>(null);
  const opening = useAction(async () => {
    const found = await audienceOf(selection, { leads, collections: collections.value });
    if (found === null) throw new Error(texts.plan.tooMany);
    setAudience(found);
  });
  return (
    <>
      <Button variant="quiet" aria-disabled={opening.running} onClick={() => opening.run()}>
        {texts.plan.showAll(count)}
      </Button>
      {opening.message === "" ? null : (
        <p className="field-error" role="alert">
          {opening.message}
        </p>
      )}
      {audience === null ? null : (
        <LeftOutDialog
          audience={audience}
          left={{ cause, reason, count }}
          onClose={() => setAudience(null)}
        />
      )}
    </>
  );
}
