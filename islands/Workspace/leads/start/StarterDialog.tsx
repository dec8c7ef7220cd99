import { startTexts } from "../../../../contract/texts/workspace/start.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Dialog } from "../../../_parts/Dialog.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import ChooseStarter from "../../design/templates/ChooseStarter.tsx";
import type { Content } from "../../design/useDraft.ts";

/**
 * Chooses the starter that the first template is made from. It belongs to no step: those give way to the table once there
 * are leads, which may be while somebody chooses.
 */
export function StarterDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts(startTexts).steps.template;
  const making = useAction(async (name: string, { design }: Content) => {
    const drawn = await browserClient("POST /templates/render", { body: { design } });
    await browserClient("POST /templates", { body: { name, design, html: drawn.html } });
    onClose();
  });
  return (
    <Dialog open title={texts.dialog} size="wide" onClose={onClose}>
      {making.running ? <p role="status">{texts.making}</p> : null}
      {making.message === "" ? null : <Notice status="failed">{making.message}</Notice>}
      <ChooseStarter onChoose={(name, content) => void making.run(name, content)} />
    </Dialog>
  );
}
