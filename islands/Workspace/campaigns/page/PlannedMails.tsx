import { useState } from "react";
import { variantLetter } from "../../../../contract/campaigns/variantLetter.ts";
import { withFallbacks } from "../../../../contract/mergeFields.ts";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import type { CampaignPlan } from "../../../../contract/schemas/campaignPlan.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { PreviewFrame } from "../../design/preview/PreviewFrame.tsx";
import { watched } from "../questions.ts";

type Mail = { variantId: string; name: string; subject: string; preview: string };

/** What a campaign that has not begun is going to say, one mail at a time; nothing where nothing is written yet. */
export function PlannedMails({ campaign }: { campaign: Campaign }) {
  const { planned } = useTexts(watchingTexts);
  const plan = useLoad(watched.plan(campaign._id));
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <WhenLoaded what={planned.what} loaded={plan} rows={4}>
      {(content) => {
        const mails = writtenIn(content, planned.mail);
        const shown = mails.find(({ variantId }) => variantId === chosen) ?? mails[0];
        if (shown === undefined) return null;
        return (
          <section className="planned-mails" aria-label={planned.title}>
            <div className="planned-side">
              {mails.length < 2 ? (
                <h3>{planned.title}</h3>
              ) : (
                <SelectField
                  label={planned.which}
                  value={shown.variantId}
                  onChange={(event) => setChosen(event.target.value)}
                >
                  {mails.map(({ variantId, name }) => (
                    <option key={variantId} value={variantId}>
                      {name}
                    </option>
                  ))}
                </SelectField>
              )}
              <p>
                <strong>{shown.subject}</strong>
              </p>
              {shown.preview === "" ? null : <p className="muted">{shown.preview}</p>}
              <p className="muted">{planned.fields}</p>
            </div>
            <Content key={shown.variantId} id={campaign._id} variantId={shown.variantId} />
          </section>
        );
      }}
    </WhenLoaded>
  );
}

function Content({ id, variantId }: { id: string; variantId: string }) {
  const { planned } = useTexts(watchingTexts);
  const mail = useLoad(watched.mail(id, variantId));
  return (
    <WhenLoaded what={planned.what} loaded={mail} rows={8}>
      {({ html }) => <PreviewFrame html={html} device="desktop" title={planned.frame} />}
    </WhenLoaded>
  );
}

/** Its mails in their order, without those of which nothing is written. */
function writtenIn(
  { steps, mails }: Pick<CampaignPlan, "steps" | "mails">,
  name: (place: { mail: number; variant: string | null; subject: string }) => string,
): Mail[] {
  return steps.flatMap(({ variants }, at) =>
    variants.flatMap(({ id }, index): Mail[] => {
      const mail = mails.find(({ variantId }) => variantId === id);
      if (mail === undefined || mail.bytes === 0) return [];
      const variant = variants.length > 1 ? variantLetter(index) : null;
      const subject = withFallbacks(mail.subject);
      return [
        {
          variantId: id,
          name: name({ mail: at + 1, variant, subject }),
          subject,
          preview: withFallbacks(mail.preview),
        },
      ];
    }),
  );
}
