import { textLimits } from "../../../../contract/limits/text.ts";
import { sendsFrom } from "../../../../contract/sending/sendsFrom.ts";
import { previewTexts } from "../../../../contract/texts/workspace/design/preview.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Form } from "../../../_parts/Form.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { AccountSelect } from "../../send/AccountSelect.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import type { EditingView } from "../useDraft.ts";
import { PreviewLeadBar } from "./PreviewLeadBar.tsx";
import { usePreviewLead } from "./usePreviewLead.ts";

/** Sends the template as it is being edited, saved or not, to one's own address, with the values of a lead. */
export default function SendTest({
  view,
  onDone,
}: {
  view: Pick<EditingView, "content" | "draft">;
  onDone: () => void;
}) {
  const texts = useTexts(previewTexts);
  const { announce } = useWorkspace();
  const credentials = useLoad(queries.credentials());
  const chosen = usePreviewLead();
  const testing = useServerForm({
    defaultValues: { subject: view.draft?.name ?? "", credentialId: "" },
    async send({ subject, credentialId }) {
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
    },
  });
  return (
    <Form of={testing} word={texts.test.send} busyWord={texts.test.sending} onCancel={onDone}>
      <p>{texts.test.toYou}</p>
      <Field
        label={texts.test.subject}
        maxLength={textLimits.subjectMax}
        autoComplete="off"
        {...testing.field("subject")}
      />
      <AccountSelect none={texts.test.firstAccount} {...testing.field("credentialId")} />
      <PreviewLeadBar chosen={chosen} blank={[]} />
    </Form>
  );
}
