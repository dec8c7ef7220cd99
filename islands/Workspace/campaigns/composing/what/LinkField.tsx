import { useEffect, useMemo, useState } from "react";
import type { CampaignPlan } from "../../../../../contract/schemas/campaignPlan.ts";
import { whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { LineSelect } from "../../../../_parts/fields/LineSelect.tsx";
import { useComposing } from "../draft/useDraft.ts";
import { shownSteps } from "./steps.ts";

const any = "";

/** Which link somebody has to have followed: any, or one of those in the mails before this one. */
export function LinkField({
  stepId,
  link,
  onChange,
}: {
  stepId: string;
  link: string | null;
  onChange: (link: string | null) => void;
}) {
  const texts = useTexts(whatTexts);
  const { draft, saver } = useComposing();
  const [asked, setAsked] = useState(false);
  const { plan } = draft;
  const before = useMemo(() => variantsBefore(plan, stepId), [plan, stepId]);
  // The links stand in the contents, which are large: they are fetched once somebody wants to name one.
  useEffect(() => {
    if (!asked) return;
    for (const { variantId, bytes } of draft.plan.mails)
      if (bytes > 0 && before.includes(variantId) && !draft.mails.has(variantId))
        void saver.loadMail(variantId).catch(() => {});
  }, [asked, before, draft.plan.mails, draft.mails, saver]);
  const links = useMemo(() => {
    const found = before.flatMap((id) => linksIn(draft.mails.get(id)?.html ?? ""));
    return [...new Set([...(link === null ? [] : [link]), ...found])];
  }, [draft.mails, before, link]);
  return (
    <LineSelect
      label={texts.link}
      value={link ?? any}
      options={[{ value: any, text: texts.anyLink }, ...links.map((one) => ({ value: one, text: one }))]}
      onFocus={() => setAsked(true)}
      onChange={(value) => onChange(value === any ? null : value)}
    />
  );
}

/** The mails that somebody may have had when this one is due. */
function variantsBefore(plan: CampaignPlan, stepId: string): string[] {
  const steps = shownSteps(plan);
  const at = steps.findIndex(({ id }) => id === stepId);
  return steps.slice(0, Math.max(0, at)).flatMap(({ variants }) => variants.map(({ id }) => id));
}

function linksIn(html: string): string[] {
  return [...html.matchAll(/\bhref="(https?:\/\/[^"]{1,2048})"/g)].map(([, address = ""]) =>
    address.replaceAll("&amp;", "&"),
  );
}
