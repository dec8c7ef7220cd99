import { useId, useState } from "react";
import { sentences } from "../../../contract/errors.ts";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";
import type { PlanInput, SendPlan } from "../../../contract/schemas/preflight.ts";
import { sendsFrom } from "../../../contract/sending/sendsFrom.ts";
import { groupsOf, skippedText } from "../../../contract/sending/skipped.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { queries } from "../../_data/queries.ts";
import { createRequestKeys } from "../../_data/requestKeys.ts";
import { useAction } from "../../_data/useAction.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { Button } from "../../_parts/Button.tsx";
import { Field } from "../../_parts/fields/Field.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import type { Selection } from "../leads/actions/useSelection.ts";
import { useRealtimeActions } from "../realtime/RealtimeContext.tsx";
import { startText } from "../realtime/startText.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { AccountSelect } from "./AccountSelect.tsx";
import { PlanView } from "./PlanView.tsx";
import { type Recipients, recipientsOf } from "./recipients.ts";
import { SendPreview } from "./SendPreview.tsx";
import { TemplateSelect } from "./TemplateSelect.tsx";
import { TrackingFields, type TrackingWish, trackingOf } from "./TrackingFields.tsx";
import { useSendPlan } from "./useSendPlan.ts";

type Fields = TrackingWish & { subject: string; templateId: string; credentialId: string };

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
  const { leads } = useWorkspace();
  const credentials = useLoad(queries.credentials());
  const collections = useLoad(queries.collections());
  const recipients = recipientsOf(selection, { leads, collections: collections.value });
  const [fields, setFields] = useState<Fields>({
    subject: "",
    templateId: "",
    credentialId: onlyId(credentials.value),
    trackOpens: null,
    trackClicks: null,
  });
  const [fault, setFault] = useState("");
  const credential = credentials.value?.find(({ _id }) => _id === fields.credentialId);
  const plan = useSendPlan(planOf({ recipients, fields, credential }));
  const count = plan.value?.recipients ?? recipients?.count ?? 0;
  const sending = useSending(recipients, onSent);

  const formId = useId();

  const submit = () => {
    const filled = fields.subject.trim() !== "" && fields.templateId !== "" && fields.credentialId !== "";
    setFault(filled ? "" : sentences.fillAllFields);
    if (filled) sending.run(fields);
  };
  const change = (part: Partial<Fields>) => setFields((before) => ({ ...before, ...part }));
  const alert = fault || sending.message;

  // The preview brings a form of its own, so it stands beside this one and not in it.
  return (
    <div className="stack">
      <form
        id={formId}
        className="stack"
        noValidate
        onChange={() => {
          setFault("");
          sending.clear();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {alert === "" ? null : <Notice status="failed">{alert}</Notice>}
        <RecipientsLine recipients={recipients} />
        <SendFields fields={fields} onChange={change} />
      </form>
      <PlanView plan={plan} />
      {fields.templateId === "" || !plan.value?.recipients ? null : (
        <PreviewToggle fields={fields} plan={plan.value} />
      )}
      <div className="actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" form={formId} variant="primary" disabled={sending.running || count === 0}>
          {sending.running ? "Sending…" : `Send to ${count.toLocaleString("en")}`}
        </Button>
      </div>
    </div>
  );
}

/** Sends once, however often it is pressed, and hands the campaign over to the progress bar. */
function useSending(recipients: Recipients | null, onSent: () => void) {
  const { announce } = useWorkspace();
  const credentials = useLoad(queries.credentials());
  const { begin } = useRealtimeActions();
  const [keyOf] = useState(createRequestKeys);
  return useAction(async ({ subject, templateId, credentialId, ...wish }: Fields) => {
    const credential = credentials.value?.find(({ _id }) => _id === credentialId);
    if (recipients === null || credential === undefined) return;
    const to = { ...sendsFrom(credential), ...recipients.wire };
    const body = { subject, templateId, ...trackingOf(wish), ...to };
    const { message, accepted, skipped } = await begin(() =>
      browserClient("POST /email/send", { body }, { idempotencyKey: keyOf(body) }),
    );
    const detail = skippedText(groupsOf(skipped), sendLimits.skippedNamed);
    announce("sent", `${message}: ${startText({ subject, count: accepted })}`, { detail });
    onSent();
  });
}

function RecipientsLine({ recipients }: { recipients: Recipients | null }) {
  if (recipients === null)
    return <Notice status="uncertain">Select the leads to send to in the table first.</Notice>;
  if (recipients.count === 0)
    return <Notice status="uncertain">There is nobody here to send to. Add or import leads first.</Notice>;
  return (
    <p>
      To <strong>{recipients.words}</strong>
    </p>
  );
}

function planOf({
  recipients,
  fields: { templateId, subject },
  credential,
}: {
  recipients: Recipients | null;
  fields: Fields;
  credential: Credential | undefined;
}): PlanInput | null {
  if (recipients === null) return null;
  return {
    ...recipients.wire,
    subject,
    ...(templateId === "" ? {} : { templateId }),
    ...(credential === undefined ? {} : sendsFrom(credential)),
  };
}

function PreviewToggle({ fields, plan }: { fields: Fields; plan: SendPlan }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <div>
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Hide the preview" : "Preview for each lead"}
        </Button>
      </div>
      {open ? (
        <SendPreview
          templateId={fields.templateId}
          subject={fields.subject}
          leadIds={plan.sampleLeadIds}
          recipients={plan.recipients}
        />
      ) : null}
    </>
  );
}

function SendFields({ fields, onChange }: { fields: Fields; onChange: (part: Partial<Fields>) => void }) {
  return (
    <>
      <Field
        label="Subject"
        required
        maxLength={textLimits.subjectMax}
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
      <TrackingFields wish={fields} onChange={onChange} />
    </>
  );
}

/** With a single account there is nothing to choose. */
function onlyId(list: readonly { _id: string }[] | undefined): string {
  return list?.length === 1 ? (list[0]?._id ?? "") : "";
}
