import type { TemplateFolder, TemplateSummary } from "../../../../../contract/schemas/template.ts";
import { templateTexts } from "../../../../../contract/texts/workspace/design/templates.ts";
import { browserClient } from "../../../../_data/browserClient.ts";
import { queries } from "../../../../_data/queries.ts";
import { useLoad } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { WhenLoaded } from "../../../../_parts/WhenLoaded.tsx";
import { TemplateNameForm } from "../TemplateNameForm.tsx";
import { usePlacing } from "./usePlacing.ts";

/** Asks into which folder a template goes: one that is there, none, or a new one. */
export function MoveTemplate({ template, onDone }: { template: TemplateSummary; onDone: () => void }) {
  const texts = useTexts(templateTexts).folders;
  const folders = useLoad(queries.templateFolders());
  const place = usePlacing();
  const move = (folder: TemplateFolder | null) => {
    onDone();
    void place({ template, folder });
  };
  return (
    <WhenLoaded what={texts.title} loaded={folders} rows={3}>
      {(all) => (
        <>
          <ul className="folder-choice">
            {[null, ...all].map((folder) => (
              <li key={folder?._id ?? ""}>
                <button
                  type="button"
                  aria-current={(folder?._id ?? null) === template.folderId ? "true" : undefined}
                  onClick={() => move(folder)}
                >
                  {folder?.name ?? texts.none}
                </button>
              </li>
            ))}
          </ul>
          <TemplateNameForm
            of="folder"
            label={texts.newOne}
            name=""
            word={texts.addAndMove}
            onName={async (name) =>
              move(await browserClient("POST /amplify/template-folders", { body: { name } }))
            }
            onCancel={onDone}
          />
        </>
      )}
    </WhenLoaded>
  );
}
