import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { campaignTexts } from "../../../contract/texts/workspace/campaigns.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useServerForm } from "../../_data/useServerForm.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Form } from "../../_parts/Form.tsx";
import { AccountSelect } from "../send/AccountSelect.tsx";

/** Sends what is left of a paused campaign from another account. Whoever had the mail does not get it again. */
export function SendRestForm({
  campaign: { _id: id, counts },
  onCancel,
  onSent,
}: {
  campaign: Campaign;
  onCancel: () => void;
  onSent: () => void;
}) {
  const texts = useTexts(campaignTexts).rest;
  const sending = useServerForm<{ credentialId: string }>({
    defaultValues: { credentialId: "" },
    faults: ({ credentialId }) =>
      credentialId === "" ? [{ field: "credentialId", message: texts.choose }] : [],
    send: async (body) => {
      await browserClient("POST /amplify/campaigns/{id}/account", { params: { id }, body });
      onSent();
    },
  });
  const left = restOf({ counts });
  return (
    <Form
      of={sending}
      word={left === 0 ? texts.goOn : texts.send(left)}
      busyWord={texts.sending}
      onCancel={onCancel}
    >
      <p>{left === 0 ? texts.whatFollows : texts.what(left)}</p>
      <AccountSelect {...sending.field("credentialId")} />
    </Form>
  );
}

/** How many recipients are still to be sent to. */
export function restOf({ counts }: Pick<Campaign, "counts">): number {
  return counts.queued + counts.deferred;
}
