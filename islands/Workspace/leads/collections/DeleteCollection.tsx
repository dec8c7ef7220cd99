import type { Collection } from "../../../../contract/schemas/lead.ts";
import { collectionFormTexts } from "../../../../contract/texts/workspace/collectionForms.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { together } from "../../../_parts/together.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";

/** Asks, then deletes a collection; its leads stay. */
export function DeleteCollection({ collection, onDone }: { collection: Collection; onDone: () => void }) {
  const texts = useTexts(collectionFormTexts);
  const { leads, announce } = useWorkspace();
  const deleting = useAction(async () => {
    await browserClient("DELETE /amplify/collections/{id}", { params: { id: collection._id } });
    leads.choose("all");
    announce("sent", texts.said.deleted(collection));
    onDone();
  });
  return (
    <>
      <p>
        {together(
          texts.askDelete({ collection: <strong>{collection.name}</strong>, count: collection.count }),
        )}
      </p>
      {deleting.message === "" ? null : <Notice status="failed">{deleting.message}</Notice>}
      <div className="actions">
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Button variant="danger" aria-disabled={deleting.running} onClick={() => deleting.run()}>
          {texts.delete}
        </Button>
      </div>
    </>
  );
}
