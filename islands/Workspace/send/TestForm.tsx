import { type RefObject, useEffect } from "react";
import { useWatch } from "react-hook-form";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { sendsFrom } from "../../../contract/sending/sendsFrom.ts";
import { exactTexts } from "../../../contract/texts/exact.ts";
import { sendTexts } from "../../../contract/texts/workspace/sending.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useServerForm } from "../../_data/useServerForm.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Form } from "../../_parts/Form.tsx";
import type { Selection } from "../leads/actions/useSelection.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { AccountSelect } from "./AccountSelect.tsx";
import { LeadCombobox } from "./LeadCombobox.tsx";
import { MailBeside } from "./MailBeside.tsx";
import { SendPreview } from "./SendPreview.tsx";
import { SubjectField } from "./SubjectField.tsx";
import type { TestFields as Fields, Unsent } from "./storedSend.ts";
import { TemplateSelect } from "./TemplateSelect.tsx";
import { TemplateStrip } from "./TemplateStrip.tsx";

/** Send Test Email: one template to one's own address, filled in as for a lead: the first that is picked, or none. */
export function TestForm({
  selection,
  unsent,
  onDone,
}: {
  selection: Selection;
  unsent: RefObject<Unsent>;
  onDone: () => void;
}) {
  const texts = useTexts(sendTexts);
  const exact = useTexts(exactTexts);
  const { leads, announce } = useWorkspace();
  const credentials = useLoad(queries.credentials());
  const giveUp = () => {
    unsent.current.test = null;
    onDone();
  };
  const testing = useServerForm<Fields>({
    defaultValues: {
      ...(begun(unsent.current.test) ?? { templateId: "", subject: "", credentialId: "" }),
      // For whom is asked of what is picked now, and not of what was picked then.
      lead: firstPicked(selection, leads.page.value?.items ?? []),
    },
    faults: ({ templateId }) =>
      templateId === "" ? [{ field: "templateId", message: exact.selectTemplate }] : [],
    async send({ templateId, subject, credentialId, lead }) {
      const credential = credentials.value?.find(({ _id }) => _id === credentialId);
      const body = {
        templateId,
        ...(subject.trim() === "" ? {} : { subject }),
        ...(credential === undefined ? {} : sendsFrom(credential)),
        ...(lead === null ? {} : { leadId: lead._id }),
      };
      const { message } = await browserClient("POST /email/send/test", { body });
      announce("sent", message);
      giveUp();
    },
  });
  const { form, field } = testing;
  const fields = useWatch({ control: form.control }) as Fields;
  useEffect(() => {
    unsent.current.test = fields;
  }, [unsent, fields]);
  const { lead, templateId, subject } = fields;

  return (
    <MailBeside
      mail={
        templateId === "" ? null : (
          <SendPreview
            templateId={templateId}
            subject={subject}
            leadIds={lead === null ? [] : [lead._id]}
            recipients={1}
          />
        )
      }
    >
      <Form of={testing} word={texts.test.send} busyWord={texts.sending} onCancel={giveUp}>
        <p>{texts.test.toYou}</p>
        <TemplateSelect required {...field("templateId")} />
        <TemplateStrip
          chosen={templateId}
          onChoose={(id) => form.setValue("templateId", id, { shouldValidate: form.formState.isSubmitted })}
        />
        <SubjectField
          label={texts.test.subject}
          {...field("subject")}
          value={subject}
          onType={(typed) => form.setValue("subject", typed)}
        />
        <AccountSelect none={texts.test.firstAccount} {...field("credentialId")} />
        <LeadCombobox
          label={texts.test.filledInFor}
          nobody={texts.test.yourself}
          lead={lead}
          onChange={(picked) => form.setValue("lead", picked)}
        />
      </Form>
    </MailBeside>
  );
}

/** What somebody has begun to fill in; null where nothing is lost. */
function begun(unsent: Fields | null): Omit<Fields, "lead"> | null {
  if (unsent === null || (unsent.subject.trim() === "" && unsent.templateId === "")) return null;
  const { templateId, subject, credentialId } = unsent;
  return { templateId, subject, credentialId };
}

function firstPicked(selection: Selection, shown: readonly Lead[]): Lead | null {
  if (selection.kind === "some") return selection.leads.values().next().value ?? null;
  return shown.find(({ _id }) => !selection.except.has(_id)) ?? null;
}
