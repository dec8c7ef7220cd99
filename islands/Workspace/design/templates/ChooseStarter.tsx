import { starters } from "../../../../mail/starters/starters.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import type { Content } from "../useDraft.ts";
import { TemplateThumb } from "./TemplateThumb.tsx";

/** The starter designs for a new template, each with a picture of its mail. */
export default function ChooseStarter({ onChoose }: { onChoose: (name: string, content: Content) => void }) {
  const publicTemplates = useLoad(queries.publicTemplates());
  return (
    <ul className="starters">
      {starters.map(({ key, title, about, make }) => {
        // The same designs are public templates, and so have a mail to show; an administrator may have deleted one.
        const drawn = publicTemplates.value?.find(({ _id }) => _id === `starter-${key}`);
        return (
          <li key={key}>
            <button type="button" onClick={() => onChoose(title, { html: "", design: make() })}>
              {drawn === undefined ? null : <TemplateThumb template={drawn} />}
              <strong>{title}</strong>
              <span className="muted">{about}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
