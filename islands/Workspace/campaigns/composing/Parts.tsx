import { composingTexts } from "../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { type PartName, useComposing } from "./draft/useDraft.ts";
import { Part } from "./Part.tsx";
import { usePartStates } from "./partStates.ts";
import { LeadPreview } from "./review/LeadPreview.tsx";
import { ReviewPart } from "./review/ReviewPart.tsx";
import { useReview } from "./review/useReview.ts";
import { WhatPart } from "./what/WhatPart.tsx";
import { WhenPart } from "./when/WhenPart.tsx";
import { WhomPart } from "./whom/WhomPart.tsx";

/** The four parts of a campaign, to be filled in in any order, one at a time. */
export function Parts({
  open,
  onOpen,
  withPreview,
}: {
  open: PartName | null;
  onOpen: (part: PartName | null) => void;
  /** If there is no room for the mail beside the parts, it is shown in the last one. */
  withPreview: boolean;
}) {
  const texts = useTexts(composingTexts);
  const { draft } = useComposing();
  const review = useReview(draft);
  const states = usePartStates(draft, review);
  const shown = {
    whom: () => <WhomPart />,
    what: () => <WhatPart />,
    when: () => <WhenPart review={review} />,
    review: () => (
      <>
        {withPreview ? <LeadPreview /> : null}
        <ReviewPart review={review} />
      </>
    ),
  };
  return (Object.keys(shown) as PartName[]).map((name, at) => (
    <Part
      key={name}
      name={name}
      number={at + 1}
      title={texts.parts[name]}
      {...states[name]}
      isOpen={open === name}
      onToggle={() => onOpen(open === name ? null : name)}
    >
      {shown[name]}
    </Part>
  ));
}
