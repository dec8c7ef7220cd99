import { type ReactNode, useEffect, useRef, useState } from "react";
import { variantLetter } from "../../../../../contract/campaigns/variantLetter.ts";
import { campaignLimits } from "../../../../../contract/limits/campaigns.ts";
import type { CampaignMail } from "../../../../../contract/schemas/campaignMail.ts";
import { composingTexts, whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { previewLineOf, withPreviewLine } from "../../../../../mail/design/previewLine.ts";
import { browserClient } from "../../../../_data/browserClient.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Icon } from "../../../../_parts/Icon.tsx";
import { WhenLoaded } from "../../../../_parts/WhenLoaded.tsx";
import { editableDesign } from "../../../design/editableDesign.ts";
import { DesignEditor } from "../../../design/editor/DesignEditor.tsx";
import { HtmlEditor } from "../../../design/editor/HtmlEditor.tsx";
import { useRoom } from "../../../design/editor/useRoom.ts";
import type { EditorPort } from "../../../design/engine/EditorPort.ts";
import type { EditingView } from "../../../design/useDraft.ts";
import { addressOf } from "../../../shell/address.ts";
import { usePageTitle } from "../../../shell/usePageTitle.ts";
import type { MailContent } from "../draft/draftSaver.ts";
import { SaveLine } from "../draft/SaveLine.tsx";
import { useComposing, useMail } from "../draft/useDraft.ts";
import { shownSteps } from "./steps.ts";
import { useMayWrite } from "./useMayWrite.ts";

/** One mail of the campaign in the editor, at an address of its own. */
export function MailEditor({
  variantId,
  onOnlyRead,
}: {
  variantId: string;
  /** Nobody is still to get it. */
  onOnlyRead: () => void;
}) {
  const texts = useTexts(composingTexts);
  const what = useTexts(whatTexts);
  const { draft } = useComposing();
  const { plan } = draft;
  const mail = useMail(variantId);
  const mayWrite = useMayWrite(variantId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, whoever is told.
  useEffect(() => {
    if (mayWrite === false) onOnlyRead();
  }, [mayWrite]);
  const steps = shownSteps(plan);
  const at = steps.findIndex(({ variants }) => variants.some(({ id }) => id === variantId));
  const variants = steps[at]?.variants ?? [];
  const letter = variants.length > 1 ? variantLetter(variants.findIndex(({ id }) => id === variantId)) : null;
  const title = what.mailVariant({ mail: at + 1, variant: letter });
  usePageTitle(texts.pageTitle(title));
  const lead = (
    <>
      <a className="button" data-variant="quiet" href={addressOf("campaigns", plan._id, "compose")}>
        <Icon size={16} path="M15 5l-7 7 7 7" />
        <span className="room-from">{plan.name || texts.unnamed}</span>
      </a>
      <h2>{title}</h2>
    </>
  );
  return (
    <WhenLoaded
      what={what.thisMail}
      loaded={mayWrite ? mail : { ...mail, state: "loading", value: undefined }}
      rows={8}
    >
      {(loaded) => <Writing mail={loaded} lead={lead} />}
    </WhenLoaded>
  );
}

/** The preview line that the editor offers is the one beside the subject: a campaign's mail has no other. */
function Writing({ mail, lead }: { mail: CampaignMail; lead: ReactNode }) {
  const { draft, saver } = useComposing();
  const { variantId } = mail;
  const line = draft.plan.mails.find((one) => one.variantId === variantId);
  // What was loaded is what one begins with; what is saved since comes from here.
  const [content, setContent] = useState<MailContent>(() => ({
    html: mail.html,
    design: withPreviewLine(editableDesign(mail.design), line?.preview || previewLineOf(mail.design)),
  }));
  const latest = useRef(content);
  const port = useRef<EditorPort | null>(null);
  const name = line?.subject || draft.plan.name;

  const contentNow = async (): Promise<MailContent> => {
    const { html, design: written } = latest.current;
    if (written === null) return { html, design: null };
    const design = withPreviewLine(port.current?.getDesign() ?? written, "");
    const drawn = await browserClient("POST /templates/render", { body: { design } });
    return { html: drawn.html, design };
  };
  const edited = { name, ...content };
  const view: EditingView = {
    draft: edited,
    content: contentNow,
    change({ html, design }) {
      latest.current = {
        html: html ?? latest.current.html,
        design: design === undefined ? latest.current.design : design,
      };
      setContent(latest.current);
      const preview = previewLineOf(design).slice(0, campaignLimits.previewMax);
      if (design !== undefined && preview !== (line?.preview ?? "")) saver.changeLine(variantId, { preview });
      saver.write(variantId, contentNow);
    },
    setPort: (opened) => {
      port.current = opened;
    },
  };
  // All is saved by itself; whoever presses the keys for it has it saved now.
  const room = useRoom(() => void saver.save());
  const bar = { lead, end: <SaveLine /> };
  return (
    <div ref={room} className="room mail-editor">
      {content.design === null ? (
        <HtmlEditor view={view} draft={edited} bar={bar} />
      ) : (
        <DesignEditor view={view} draft={edited} bar={bar} />
      )}
    </div>
  );
}
