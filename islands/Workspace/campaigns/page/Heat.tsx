import { useState } from "react";
import { withFallbacks } from "../../../../contract/mergeFields.ts";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import type { CampaignHeat } from "../../../../contract/schemas/campaignInsight.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { PreviewFrame } from "../../design/preview/PreviewFrame.tsx";
import { watched } from "../questions.ts";
import { shareText } from "../shares.ts";

/** A mail of a campaign with the number of people who followed each link, drawn on the mail and listed beside it. */
export function Heat({ campaign }: { campaign: Campaign }) {
  const { heat, breakdown } = useTexts(watchingTexts);
  const [chosen, setChosen] = useState<{ step?: number; variantId?: string }>({});
  const loaded = useLoad(watched.heat(campaign._id, chosen));
  return (
    <WhenLoaded what={heat.what} loaded={loaded} rows={8}>
      {(shown) => (
        <div className="heat">
          <div className="heat-side">
            {shown.mails.length < 2 ? null : (
              <SelectField
                label={heat.which}
                value={keyOf(shown)}
                onChange={(event) => {
                  const mail = shown.mails.find((one) => keyOf(one) === event.target.value);
                  if (mail !== undefined)
                    setChosen({
                      step: mail.step,
                      ...(mail.variantId === null ? {} : { variantId: mail.variantId }),
                    });
                }}
              >
                {shown.mails.map((mail) => (
                  <option key={keyOf(mail)} value={keyOf(mail)}>
                    {breakdown.step({ number: mail.step + 1, subject: withFallbacks(mail.subject) })}
                  </option>
                ))}
              </SelectField>
            )}
            <h3>{heat.links}</h3>
            {campaign.trackClicks ? <Links heat={shown} /> : <p className="muted">{heat.notCounted}</p>}
            <p className="muted">{heat.fields}</p>
          </div>
          <PreviewFrame html={shown.html} device="desktop" title={heat.frame} />
        </div>
      )}
    </WhenLoaded>
  );
}

function Links({ heat: { links, sent } }: { heat: CampaignHeat }) {
  const { heat: texts, figures } = useTexts(watchingTexts);
  if (links.length === 0) return <p className="muted">{texts.none}</p>;
  const most = Math.max(1, ...links.map(({ people }) => people));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1).
    <ol className="link-list" aria-label={texts.links} tabIndex={0}>
      {links.map(({ url, place, people, clicks, machineClicks }) => (
        <li key={url}>
          <span className="link-url">{url}</span>
          <svg className="link-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(100 * people) / most} height="6" />
          </svg>
          <span className="link-counts">
            {[
              texts.people({ people, share: shareText(people, sent, figures.nothing) }),
              texts.clicks(clicks),
              ...(machineClicks === 0 ? [] : [texts.machines(machineClicks)]),
              ...(place === null ? [texts.gone] : []),
            ].join(", ")}
          </span>
        </li>
      ))}
    </ol>
  );
}

function keyOf({ step, variantId }: Pick<CampaignHeat, "step" | "variantId">): string {
  return `${step} ${variantId ?? ""}`;
}
