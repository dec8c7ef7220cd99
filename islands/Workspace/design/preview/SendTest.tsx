import { useState } from "react";
import { textLimits } from "../../../../contract/limits/text.ts";
import { sendsFrom } from "../../../../contract/sending/sendsFrom.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { AccountSelect } from "../../send/AccountSelect.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import type { DraftView } from "../useDraft.ts";
import { PreviewLeadBar } from "./PreviewLeadBar.tsx";
import { usePreviewLead } from "./usePreviewLead.ts";

/** Sends what is on the table, saved or not, to one's own address, with the values of a lead. */
export default function SendTest({ view, onDone }: { view: DraftView; onDone: () => void }) {
  const { announce } = useWorkspace();
  const credentials = useLoad(queries.credentials());
  const [subject, setSubject] = useState(view.draft?.name ?? "");
  const [credentialId, setCredentialId] = useState("");
  const chosen = usePreviewLead();
  const testing = useAction(async () => {
    const { html } = await view.content();
    const credential = credentials.value?.find(({ _id }) => _id === credentialId);
    const body = {
      html,
      ...(subject.trim() === "" ? {} : { subject }),
      ...(credential === undefined ? {} : sendsFrom(credential)),
      ...(chosen.lead === null ? {} : { leadId: chosen.lead._id }),
    };
    const { message } = await browserClient("POST /email/send/test", { body });
    announce("sent", message);
    onDone();
  });
  return (
    <form
      className="stack"
      noValidate
      onChange={testing.clear}
      onSubmit={(event) => {
        event.preventDefault();
        testing.run();
      }}
    >
      <p>The test goes to your own address, with the design as it is now. Nothing is saved.</p>
      {testing.message === "" ? null : <Notice status="failed">{testing.message}</Notice>}
      <Field
        label="Subject (optional)"
        maxLength={textLimits.subjectMax}
        autoComplete="off"
        value={subject}
        onChange={(event) => setSubject(event.target.value)}
      />
      <AccountSelect
        none="The first account"
        value={credentialId}
        onChange={(event) => setCredentialId(event.target.value)}
      />
      <PreviewLeadBar chosen={chosen} blank={[]} />
      <div className="actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={testing.running}>
          {testing.running ? "Sending…" : "Send test"}
        </Button>
      </div>
    </form>
  );
}
