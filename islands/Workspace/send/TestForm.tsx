import { useState } from "react";
import { sentences } from "../../../contract/errors.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { sendsFrom } from "../../../contract/sending/sendsFrom.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { queries } from "../../_data/queries.ts";
import { useAction } from "../../_data/useAction.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { Button } from "../../_parts/Button.tsx";
import { Field } from "../../_parts/fields/Field.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import type { Selection } from "../leads/actions/useSelection.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { AccountSelect } from "./AccountSelect.tsx";
import { LeadCombobox } from "./LeadCombobox.tsx";
import { TemplateSelect } from "./TemplateSelect.tsx";

/** Send Test Email: one template to one's own address, filled in as for a lead: the first that is picked, or none. */
export function TestForm({ selection, onDone }: { selection: Selection; onDone: () => void }) {
  const { leads, announce } = useWorkspace();
  const credentials = useLoad(queries.credentials());
  const [lead, setLead] = useState(() => firstPicked(selection, leads.page.value?.items ?? []));
  const [templateId, setTemplateId] = useState("");
  const [subject, setSubject] = useState("");
  const [credentialId, setCredentialId] = useState("");
  const [fault, setFault] = useState("");

  const testing = useAction(async () => {
    const credential = credentials.value?.find(({ _id }) => _id === credentialId);
    const from = credential === undefined ? {} : sendsFrom(credential);
    const named = subject.trim() === "" ? {} : { subject };
    const filledFor = lead === null ? {} : { leadId: lead._id };
    const body = { templateId, ...named, ...from, ...filledFor };
    const { message } = await browserClient("POST /email/send/test", { body });
    announce("sent", message);
    onDone();
  });
  const submit = () => {
    setFault(templateId === "" ? sentences.selectTemplate : "");
    if (templateId !== "") testing.run();
  };

  return (
    <form
      className="stack"
      noValidate
      onChange={testing.clear}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>The test goes to your own address.</p>
      {testing.message === "" ? null : <Notice status="failed">{testing.message}</Notice>}
      <TemplateSelect
        required
        value={templateId}
        onChange={(event) => {
          setFault("");
          setTemplateId(event.target.value);
        }}
        error={fault === "" ? undefined : fault}
      />
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
      <LeadCombobox label="Filled in for" nobody="Your own name and address" lead={lead} onChange={setLead} />
      <div className="actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={testing.running}>
          {testing.running ? "Sending…" : "Send test"}
        </Button>
      </div>
    </form>
  );
}

function firstPicked(selection: Selection, shown: readonly Lead[]): Lead | null {
  if (selection.kind === "some") return selection.leads.values().next().value ?? null;
  return shown.find(({ _id }) => !selection.except.has(_id)) ?? null;
}
