import { useState } from "react";
import { whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { queries } from "../../../../_data/queries.ts";
import { useAction } from "../../../../_data/useAction.ts";
import { useLoad } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { Dialog } from "../../../../_parts/Dialog.tsx";
import { Menu } from "../../../../_parts/Menu.tsx";
import { Notice } from "../../../../_parts/Notice.tsx";
import { starterDesign } from "../../../design/templates/starterDesign.ts";
import { goToComposing } from "../address.ts";
import { useComposing } from "../draft/useDraft.ts";
import ChooseTemplate from "./ChooseTemplate.tsx";

/** What stands in the mail: taken from a template, or written for this campaign alone. */
export function MailContentField({
  variantId,
  label,
  isFixed,
  mayWrite,
}: {
  variantId: string;
  label: string;
  isFixed: boolean;
  mayWrite: boolean;
}) {
  const texts = useTexts(whatTexts);
  const { draft, saver } = useComposing();
  const templates = useLoad(queries.templates());
  const [choosing, setChoosing] = useState(false);
  const { plan } = draft;
  const mail = plan.mails.find((one) => one.variantId === variantId);
  const isWritten = (mail?.bytes ?? 0) > 0;
  const name = templates.value?.find(({ _id }) => _id === mail?.templateId)?.name;
  const edit = () => goToComposing(plan._id, variantId);
  const begin = (design: unknown) => {
    const html = draft.mails.get(variantId)?.html ?? "";
    saver.begin(variantId, { html, design });
    edit();
  };
  const taking = useAction(async (templateId: string) => {
    setChoosing(false);
    await saver.takeTemplate(variantId, templateId);
  });
  const others = [
    { key: "template", label: texts.otherTemplate, onSelect: () => setChoosing(true) },
    { key: "write", label: texts.writeAnew, onSelect: () => begin(starterDesign()) },
  ];
  return (
    <div className="mail-content" aria-busy={taking.running}>
      <p>
        <strong>{texts.content}</strong>{" "}
        <span className="muted">
          {isWritten ? (name === undefined ? texts.ownContent : texts.fromTemplate(name)) : texts.noContent}
        </span>
      </p>
      {taking.message === "" ? null : <Notice status="failed">{taking.message}</Notice>}
      <div className="actions" hidden={!mayWrite}>
        {isWritten ? (
          <>
            <Button aria-label={texts.editOf(label)} onClick={edit}>
              {texts.edit}
            </Button>
            {isFixed ? null : (
              <Menu variant="quiet" items={others}>
                {texts.replace}
              </Menu>
            )}
          </>
        ) : (
          <>
            <Button onClick={() => setChoosing(true)}>{texts.chooseTemplate}</Button>
            <Button onClick={() => begin(starterDesign())}>{texts.write}</Button>
            <Button variant="quiet" onClick={() => begin(null)}>
              {texts.writeHtml}
            </Button>
          </>
        )}
      </div>
      <Dialog open={choosing} title={texts.chooseTemplate} size="wide" onClose={() => setChoosing(false)}>
        <ChooseTemplate onChoose={(id) => taking.run(id)} />
      </Dialog>
    </div>
  );
}
