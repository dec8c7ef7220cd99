import { useState } from "react";
import { insightLimits } from "../../../../contract/limits/insight.ts";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { goTo } from "../../shell/address.ts";
import { nameOf } from "../list/listColumns.tsx";
import { watched } from "../questions.ts";
import { hasBegun } from "../steering/actions.ts";
import { listMoment } from "../when.ts";

/** Chooses other campaigns to compare one with. */
export function ChooseCompared({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const texts = useTexts(watchingTexts);
  const { compare } = texts;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const loaded = useLoad(watched.list({ sort: "createdAt", desc: true }));
  const isFull = chosen.length === insightLimits.comparedMax - 1;
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <>
      <WhenLoaded what={compare.chosen} loaded={loaded} rows={4}>
        {(all) => {
          const others = all.filter((other) => other._id !== campaign._id && hasBegun(other));
          if (others.length === 0) return <p className="muted">{compare.none}</p>;
          return (
            <fieldset className="compare-choices">
              <legend className="visually-hidden">{compare.chosen}</legend>
              {others.map((other) => (
                <label key={other._id}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(other._id)}
                    disabled={isFull && !chosen.includes(other._id)}
                    onChange={() => toggle(other._id)}
                  />
                  <span>{nameOf(other, texts)}</span>
                  <span className="muted">{listMoment(other.startAt ?? other.createdAt)}</span>
                </label>
              ))}
            </fieldset>
          );
        }}
      </WhenLoaded>
      <div className="actions">
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          title={chosen.length === 0 ? compare.tooFew : undefined}
          onClick={() => {
            onClose();
            goTo("campaigns", "compare", [campaign._id, ...chosen].join(","));
          }}
        >
          {compare.go}
        </Button>
      </div>
    </>
  );
}
