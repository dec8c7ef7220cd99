import type { Template } from "../../../contract/schemas/template.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useAction } from "../../_data/useAction.ts";
import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** Asks once, then deletes. Who may not delete a public template is told so by the server. */
export function DeleteTemplate({
  template,
  onDone,
}: {
  template: Template;
  onDone: (deleted: boolean) => void;
}) {
  const { templates, publicTemplates } = useWorkspace();
  const deleting = useAction(async () => {
    await browserClient("DELETE /templates/{id}", { params: { id: template._id } });
    (template.public ? publicTemplates : templates).reload();
    onDone(true);
  });
  return (
    <>
      <p>
        Delete the template <strong>{template.name}</strong>? Campaigns that use it keep their copy.
      </p>
      {deleting.message === "" ? null : <Notice status="failed">{deleting.message}</Notice>}
      <div className="actions">
        <Button onClick={() => onDone(false)}>Cancel</Button>
        <Button variant="danger" disabled={deleting.running} onClick={() => deleting.run()}>
          Delete
        </Button>
      </div>
    </>
  );
}
