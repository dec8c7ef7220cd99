import type { TemplateSummary } from "../../../../../contract/schemas/template.ts";
import { whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { queries } from "../../../../_data/queries.ts";
import { useLoad } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { WhenLoaded } from "../../../../_parts/WhenLoaded.tsx";
import { templatesByFolder } from "../../../design/templates/folders/templatesByFolder.ts";
import { TemplateThumb } from "../../../design/templates/TemplateThumb.tsx";

/** One's own templates and the public ones, with pictures of them. */
export default function ChooseTemplate({ onChoose }: { onChoose: (id: string) => void }) {
  const texts = useTexts(whatTexts);
  const own = useLoad(queries.templates());
  const shared = useLoad(queries.publicTemplates());
  const folders = useLoad(queries.templateFolders());
  return (
    <WhenLoaded what={texts.yourTemplates} loaded={own} rows={5}>
      {(templates) => (
        <>
          {templates.length + (shared.value?.length ?? 0) === 0 ? (
            <p className="muted">{texts.noTemplates}</p>
          ) : null}
          {templatesByFolder({ templates, folders: folders.value, otherwise: texts.yourTemplates }).map(
            (shelf, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two folders may have one name.
              <TemplateGroup key={at} title={shelf.label} templates={shelf.items} onChoose={onChoose} />
            ),
          )}
          <TemplateGroup title={texts.publicTemplates} templates={shared.value ?? []} onChoose={onChoose} />
        </>
      )}
    </WhenLoaded>
  );
}

function TemplateGroup({
  title,
  templates,
  onChoose,
}: {
  title: string;
  templates: readonly TemplateSummary[];
  onChoose: (id: string) => void;
}) {
  if (templates.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul className="template-cards">
        {templates.map((template) => (
          <li key={template._id}>
            <button type="button" onClick={() => onChoose(template._id)}>
              <TemplateThumb template={template} />
              <span>{template.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
