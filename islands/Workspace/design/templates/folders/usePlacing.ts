import type { TemplateFolder } from "../../../../../contract/schemas/template.ts";
import { templateTexts } from "../../../../../contract/texts/workspace/design/templates.ts";
import { browserClient, sentenceOf } from "../../../../_data/browserClient.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { useWorkspace } from "../../../shell/WorkspaceContext.ts";

type Placing = { template: { _id: string; name: string }; folder: TemplateFolder | null };

/** Moves a template into a folder, or out of all, and says where it is then, or why not. */
export function usePlacing(): (placing: Placing) => Promise<void> {
  const texts = useTexts(templateTexts).folders;
  const { announce } = useWorkspace();
  return async ({ template: { _id, name }, folder }) => {
    try {
      const body = { folderId: folder?._id ?? null };
      await browserClient("PUT /templates/{id}/folder", { params: { id: _id }, body });
      announce(
        "sent",
        folder === null ? texts.movedOut(name) : texts.movedInto({ name, folder: folder.name }),
      );
    } catch (error) {
      announce("failed", sentenceOf(error));
    }
  };
}
