import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { composingTexts } from "../../../contract/texts/workspace/composing.ts";
import { sendTexts } from "../../../contract/texts/workspace/sending.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { queries } from "../../_data/queries.ts";
import { useAction } from "../../_data/useAction.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { goToComposing } from "../campaigns/composing/address.ts";
import { ownZone } from "../campaigns/composing/when/zones.ts";
import type { Selection } from "../leads/actions/useSelection.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { audienceOf } from "./audienceOf.ts";

/** Leads on to where campaigns are composed, with everything that was filled in here. */
export function ComposeInstead({
  selection,
  filled,
  onDone,
}: {
  selection: Selection;
  filled: {
    subject: string;
    templateId: string;
    credentialId: string;
    trackOpens: boolean | null;
    trackClicks: boolean | null;
  };
  onDone: () => void;
}) {
  const texts = useTexts(composingTexts);
  const words = useTexts(sendTexts);
  const { leads } = useWorkspace();
  const collections = useLoad(queries.collections());
  const composing = useAction(async () => {
    const audience = await audienceOf(selection, { leads, collections: collections.value });
    if (audience === null) throw new Error(texts.tooManyPicked(campaignLimits.pickedMax));
    const plan = await browserClient("POST /amplify/campaigns", { body: { kind: "once", audience } });
    // It is there now: what of the rest cannot be taken along is filled in on its page.
    await takeAlong(plan, filled).catch(() => {});
    onDone();
    goToComposing(plan._id);
  });
  return (
    <div className="compose-instead">
      <p className="muted">{words.composeInstead}</p>
      <Button aria-disabled={composing.running} onClick={() => composing.run()}>
        {texts.fromSend}
      </Button>
      {composing.message === "" ? null : (
        <p className="field-error" role="alert">
          {composing.message}
        </p>
      )}
    </div>
  );
}

type Begun = { _id: string; version: number; steps: readonly { variants: readonly { id: string }[] }[] };

async function takeAlong(
  { _id: id, version, steps }: Begun,
  { subject, templateId, credentialId, ...tracking }: Parameters<typeof ComposeInstead>[0]["filled"],
): Promise<void> {
  const body = {
    version,
    zone: ownZone(),
    ...tracking,
    ...(credentialId === "" ? {} : { accounts: [credentialId] }),
  };
  await browserClient("PUT /amplify/campaigns/{id}/plan", { params: { id }, body });
  const variantId = steps[0]?.variants[0]?.id;
  if (variantId === undefined || (subject === "" && templateId === "")) return;
  await browserClient("PUT /amplify/campaigns/{id}/mails/{variantId}", {
    params: { id, variantId },
    body: { version: 0, subject, ...(templateId === "" ? {} : { templateId }) },
  });
}
