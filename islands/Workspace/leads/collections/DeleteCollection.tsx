import type { Collection } from "../../../../contract/schemas/lead.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { leadCount } from "../actions/useLeadActions.ts";

/** Asks, then deletes a collection; its leads stay. */
export function DeleteCollection({ collection, onDone }: { collection: Collection; onDone: () => void }) {
  const { leads } = useWorkspace();
  const deleting = useAction(async () => {
    await browserClient("DELETE /amplify/collections/{id}", { params: { id: collection._id } });
    leads.choose("all");
    onDone();
  });
  return (
    <>
      <p>
        Delete the collection <strong>{collection.name}</strong>? Its {leadCount(collection.count)} stay under
        All.
      </p>
      {deleting.message === "" ? null : <Notice status="failed">{deleting.message}</Notice>}
      <div className="actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button variant="danger" disabled={deleting.running} onClick={() => deleting.run()}>
          Delete
        </Button>
      </div>
    </>
  );
}
