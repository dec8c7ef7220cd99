import { useId } from "react";
import { sendTexts } from "../../../contract/texts/workspace/sending.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { lastUsedFirst } from "../design/templates/lastUsed.ts";
import { TemplateThumb } from "../design/templates/TemplateThumb.tsx";

/** The same choice by pictures: one stop for Tab, and arrows from one to the next. */
export function TemplateStrip({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) {
  const texts = useTexts(sendTexts);
  const name = useId();
  const own = useLoad(queries.templates());
  const shared = useLoad(queries.publicTemplates());
  const all = [...(own.value ?? []).toSorted(lastUsedFirst), ...(shared.value ?? [])];
  if (all.length === 0) return null;
  return (
    <fieldset className="template-strip">
      <legend className="visually-hidden">{texts.template.byPicture}</legend>
      {all.map((template) => (
        <label key={template._id}>
          <input
            type="radio"
            name={name}
            checked={template._id === chosen}
            onChange={() => onChoose(template._id)}
          />
          <TemplateThumb template={template} />
          <span>{template.name}</span>
        </label>
      ))}
    </fieldset>
  );
}
