import { useState } from "react";
import { campaignLimits } from "../../../../contract/limits/campaigns.ts";
import { composingTexts } from "../../../../contract/texts/workspace/composing.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Badge } from "../../../_parts/Badge.tsx";
import { Button } from "../../../_parts/Button.tsx";
import { dots, Icon } from "../../../_parts/Icon.tsx";
import { Menu } from "../../../_parts/Menu.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { addressOf } from "../../shell/address.ts";
import { usePageTitle } from "../../shell/usePageTitle.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { goToCampaign, goToComposing } from "./address.ts";
import { SaveLine } from "./draft/SaveLine.tsx";
import { useComposing } from "./draft/useDraft.ts";

/** The campaign's name, whether it is saved, and its actions. */
export function ComposingHead() {
  const texts = useTexts(composingTexts);
  const { draft, saver } = useComposing();
  const { showTab, announce } = useWorkspace();
  const { plan } = draft;
  const [name, setName] = useState(plan.name);
  usePageTitle(texts.pageTitle(plan.name || texts.unnamed));

  const acting = useAction(async (action: "duplicate" | "remove") => {
    if (!(await saver.save())) return;
    const params = { id: plan._id };
    if (action === "duplicate") {
      const body = { to: "same" as const };
      const made = await browserClient("POST /amplify/campaigns/{id}/duplicate", { params, body });
      announce("sent", texts.duplicated(plan.name || texts.unnamed));
      return goToComposing(made._id);
    }
    const { message } = await browserClient("DELETE /amplify/campaigns/{id}", { params });
    showTab("campaigns");
    const restore = async () => {
      await browserClient("POST /amplify/campaigns/{id}/restore", { params });
      goToComposing(plan._id);
    };
    const run = () =>
      void restore().catch((error: unknown) =>
        announce("failed", error instanceof Error ? error.message : ""),
      );
    announce("sent", message, { action: { word: texts.undo, run } });
  });
  const isUnderWay = plan.state === "running" || plan.state === "paused";
  const items = [
    { key: "duplicate", label: texts.duplicate, onSelect: () => acting.run("duplicate") },
    ...(plan.state === "draft"
      ? [{ key: "remove", label: texts.remove, danger: true, onSelect: () => acting.run("remove") }]
      : []),
  ];
  return (
    <header className="composing-head">
      <div className="composing-title">
        <div className="composing-named">
          <a href={addressOf("campaigns")}>{texts.campaigns}</a>
          <span aria-hidden="true">/</span>
          <h2 className="visually-hidden">{plan.name || texts.unnamed}</h2>
          <input
            className="composing-name"
            aria-label={texts.name}
            placeholder={texts.unnamed}
            maxLength={campaignLimits.nameMax}
            autoComplete="off"
            value={name}
            title={name}
            onChange={({ target }) => {
              setName(target.value);
              saver.change({ name: target.value });
            }}
          />
          <Badge>{texts.kinds[plan.kind]}</Badge>
        </div>
        <SaveLine />
        <Menu variant="quiet" shape="icon" aria-label={texts.more} items={items}>
          <Icon size={16} path={dots} />
        </Menu>
      </div>
      {acting.message === "" ? null : <Notice status="failed">{acting.message}</Notice>}
      {isUnderWay || plan.state === "finished" || plan.state === "cancelled" ? (
        <Notice>
          <p>{isUnderWay ? texts.begun[plan.kind] : texts.ended}</p>
          <Button onClick={() => goToCampaign(plan._id)}>
            {isUnderWay ? texts.toCampaign : texts.toEnded}
          </Button>
        </Notice>
      ) : null}
    </header>
  );
}
