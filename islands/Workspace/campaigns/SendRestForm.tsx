import { sendRest } from "../../../contract/campaigns/sendRest.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { campaignTexts } from "../../../contract/texts/workspace/campaigns.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useServerForm } from "../../_data/useServerForm.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Form } from "../../_parts/Form.tsx";
import { SelectField } from "../../_parts/fields/SelectField.tsx";
import { AccountSelect } from "../send/AccountSelect.tsx";
import { heldOf, restOf } from "./rest.ts";

type Rest = { credentialId: string; from: string };

/**
 * Sends what is left of a campaign from another account, of one of several where that is meant. Whoever had the mail does
 * not get it again.
 */
export function SendRestForm({
  campaign,
  onCancel,
  onSent,
}: {
  campaign: Campaign;
  onCancel: () => void;
  onSent: () => void;
}) {
  const texts = useTexts(campaignTexts).rest;
  const { accounts, state } = campaign;
  const held = heldOf(campaign);
  const sending = useServerForm<Rest>({
    defaultValues: { credentialId: "", from: (state === "running" && held[0]?.credentialId) || "" },
    faults: ({ credentialId }) =>
      credentialId === "" ? [{ field: "credentialId", message: texts.choose }] : [],
    send: async ({ credentialId, from }) => {
      await sendRest(browserClient, campaign, { credentialId, ...(from !== "" && { from }) });
      onSent();
    },
  });
  const from = sending.form.watch("from");
  const left =
    from === ""
      ? restOf(campaign)
      : (held.find(({ credentialId }) => credentialId === from)?.held.mails ?? 0);
  return (
    <Form
      of={sending}
      word={left === 0 ? texts.goOn : texts.send(left)}
      busyWord={texts.sending}
      onCancel={onCancel}
    >
      <p>{left === 0 ? texts.whatFollows : texts.what(left)}</p>
      {accounts.length > 1 && held.length > 0 ? (
        <SelectField label={texts.whose} {...sending.field("from")}>
          {/* While other accounts are sending, only the held-up mails are moved. */}
          {state === "running" ? null : <option value="">{texts.everything}</option>}
          {held.map((account) => (
            <option key={account.credentialId} value={account.credentialId}>
              {texts.ofAccount({ from: account.from, count: account.held.mails })}
            </option>
          ))}
        </SelectField>
      ) : null}
      <AccountSelect {...sending.field("credentialId")} />
    </Form>
  );
}
