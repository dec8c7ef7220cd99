import { useState } from "react";
import type { ApiKey } from "../../../../contract/schemas/keys.ts";
import { keyTexts } from "../../../../contract/texts/workspace/keys.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Dialog } from "../../../_parts/Dialog.tsx";
import { EmptyState } from "../../../_parts/EmptyState.tsx";
import { useFocusHome } from "../../../_parts/lostFocus.ts";
import { Notice } from "../../../_parts/Notice.tsx";
import { together } from "../../../_parts/together.ts";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { KeyForm } from "./KeyForm.tsx";
import { KeyRows } from "./KeyRows.tsx";
import { NewKey } from "./NewKey.tsx";

type OpenDialog = null | { kind: "add" } | { kind: "made"; secret: string } | { kind: "revoke"; key: ApiKey };

/** The API keys of the workspace, with what each may do and when it was last used. */
export default function Keys() {
  const texts = useTexts(keyTexts);
  const keys = useLoad(queries.keys());
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const title = useFocusHome<HTMLHeadingElement>(keys.value?.length, dialog === null);
  const add = (
    <Button variant="primary" onClick={() => setDialog({ kind: "add" })}>
      {texts.add}
    </Button>
  );
  return (
    <section className="api-section" aria-label={texts.title}>
      <header className="account-head">
        <h3 ref={title} tabIndex={-1}>
          {texts.title}
        </h3>
        {keys.value?.length === 0 ? null : add}
      </header>
      <p className="muted">{texts.about}</p>
      <WhenLoaded what={texts.what} loaded={keys} rows={3}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={texts.empty.title} action={add}>
              {texts.empty.text}
            </EmptyState>
          ) : (
            <KeyRows keys={list} onRevoke={(key) => setDialog({ kind: "revoke", key })} />
          )
        }
      </WhenLoaded>
      <Dialog
        open={dialog !== null}
        title={dialog === null ? "" : texts.dialogs[dialog.kind]}
        onClose={close}
      >
        {dialog?.kind === "add" ? (
          <KeyForm onCancel={close} onMade={(secret) => setDialog({ kind: "made", secret })} />
        ) : null}
        {dialog?.kind === "made" ? <NewKey secret={dialog.secret} onDone={close} /> : null}
        {dialog?.kind === "revoke" ? <RevokeKey of={dialog.key} onDone={close} /> : null}
      </Dialog>
    </section>
  );
}

/** Asks once, then revokes the key. */
function RevokeKey({ of, onDone }: { of: ApiKey; onDone: () => void }) {
  const texts = useTexts(keyTexts);
  const { announce } = useWorkspace();
  const revoking = useAction(async () => {
    await browserClient("DELETE /amplify/api/keys/{id}", { params: { id: of._id } });
    announce("sent", texts.revoked(of.name));
    onDone();
  });
  return (
    <>
      <p>{together(texts.askRevoke(<strong>{of.name}</strong>))}</p>
      {revoking.message === "" ? null : <Notice status="failed">{revoking.message}</Notice>}
      <div className="actions">
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Button variant="danger" aria-disabled={revoking.running} onClick={() => revoking.run()}>
          {revoking.running ? texts.revoking : texts.revoke}
        </Button>
      </div>
    </>
  );
}
