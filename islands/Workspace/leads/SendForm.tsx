import { useRef, useState } from "react";
import { Refusal, sentences } from "../../../contract/errors.ts";
import { limits } from "../../../contract/limits.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { requestKey } from "../../_data/requestKey.ts";
import { useAction } from "../../_data/useAction.ts";
import { Button } from "../../_parts/Button.tsx";
import { ChoiceField } from "../../_parts/ChoiceField.tsx";
import { Field } from "../../_parts/Field.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { AccountSelect } from "./AccountSelect.tsx";
import { type Recipients, recipientsOf } from "./recipients.ts";
import { senderFields } from "./senderFields.ts";
import { optedOutText, skippedText } from "./skippedText.ts";
import { TemplateSelect } from "./TemplateSelect.tsx";
import type { Selection } from "./useSelection.ts";

type Fields = { subject: string; templateId: string; credentialId: string; trackOpens: boolean };

/** Send Email: subject, template and account, to the recipients it names, with the exact number on its button. */
export function SendForm({
  selection,
  onCancel,
  onSent,
}: {
  selection: Selection;
  onCancel: () => void;
  onSent: () => void;
}) {
  const workspace = useWorkspace();
  const recipients = recipientsOf(selection, workspace);
  const [fields, setFields] = useState<Fields>({
    subject: "",
    templateId: "",
    credentialId: onlyId(workspace.credentials.value),
    trackOpens: true,
  });
  const [fault, setFault] = useState("");
  const sending = useSending(recipients, onSent);

  const submit = () => {
    const filled = fields.subject.trim() !== "" && fields.templateId !== "" && fields.credentialId !== "";
    setFault(filled ? "" : sentences.fillAllFields);
    if (filled) sending.run(fields);
  };
  const change = (part: Partial<Fields>) => setFields((before) => ({ ...before, ...part }));
  const alert = fault || sending.message;

  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {alert === "" ? null : <Notice status="failed">{alert}</Notice>}
      <RecipientsLine recipients={recipients} />
      <SendFields fields={fields} onChange={change} />
      <div className="actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={sending.running || !recipients?.count}>
          {sending.running ? "Sending…" : `Send to ${recipients?.count ?? 0}`}
        </Button>
      </div>
    </form>
  );
}

/** Sends once, however often it is pressed, and hands the campaign over to the progress bar. */
function useSending(recipients: Recipients | null, onSent: () => void) {
  const { credentials, realtime, announce } = useWorkspace();
  const key = useRef(requestKey());
  return useAction(async ({ subject, templateId, credentialId, trackOpens }: Fields) => {
    const credential = credentials.value?.find(({ _id }) => _id === credentialId);
    if (recipients === null || credential === undefined) return;
    const body = { subject, templateId, trackOpens, ...senderFields(credential), ...recipients.wire };
    try {
      const answer = await browserClient("POST /email/send", { body }, { idempotencyKey: key.current });
      realtime.follow(answer.campaignId);
      announce("sent", `${sentences.sent} to ${answer.accepted} of ${recipients.count}`);
      if (answer.skipped.length > 0) announce("uncertain", skippedText(answer.skipped));
      onSent();
    } catch (error) {
      // A refused send never happened, so the next try is another one; after a broken line it may be the same.
      if (error instanceof Refusal && error.code !== "unavailable") key.current = requestKey();
      throw error;
    }
  });
}

function RecipientsLine({ recipients }: { recipients: Recipients | null }) {
  if (recipients === null)
    return <Notice status="uncertain">Select the leads to send to in the table first.</Notice>;
  return (
    <>
      <p>
        To <strong>{recipients.words}</strong>
      </p>
      {recipients.optedOut.length === 0 ? null : (
        <div className="notice" data-status="uncertain" role="alert">
          {optedOutText(recipients.optedOut.map((lead) => lead.email))}
        </div>
      )}
    </>
  );
}

function SendFields({ fields, onChange }: { fields: Fields; onChange: (part: Partial<Fields>) => void }) {
  return (
    <>
      <Field
        label="Subject"
        required
        maxLength={limits.text.subjectMax}
        autoComplete="off"
        value={fields.subject}
        onChange={(event) => onChange({ subject: event.target.value })}
      />
      <TemplateSelect
        required
        value={fields.templateId}
        onChange={(event) => onChange({ templateId: event.target.value })}
      />
      <AccountSelect
        required
        value={fields.credentialId}
        onChange={(event) => onChange({ credentialId: event.target.value })}
      />
      <ChoiceField
        type="checkbox"
        label="Count opens"
        checked={fields.trackOpens}
        onChange={(event) => onChange({ trackOpens: event.target.checked })}
      />
    </>
  );
}

/** With a single account there is nothing to choose. */
function onlyId(list: readonly { _id: string }[] | undefined): string {
  return list?.length === 1 ? (list[0]?._id ?? "") : "";
}
