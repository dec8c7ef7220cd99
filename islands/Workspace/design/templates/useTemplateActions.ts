import { useState } from "react";
import { textLimits } from "../../../../contract/limits/text.ts";
import type { TemplateSummary } from "../../../../contract/schemas/template.ts";
import { type TemplateTexts, templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { type Action, useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import type { DraftView } from "../useDraft.ts";

export type TemplateActions = {
  remove: Action<[template: TemplateSummary]>;
  /** The last deleted template that can be restored; null if there is none. */
  deletion: { id: string; name: string } | null;
  undo: Action<[]>;
  /** Dismisses the message about the deletion. */
  dismiss: () => void;
  duplicate: Action<[template: TemplateSummary]>;
  publish: Action<[template: TemplateSummary]>;
};

/** The actions for a template from its list, without opening it. */
export function useTemplateActions(view: DraftView): TemplateActions {
  const texts = useTexts(templateTexts);
  const { announce } = useWorkspace();
  const [deletion, setDeletion] = useState<TemplateActions["deletion"]>(null);

  const remove = useAction(async ({ _id, name }: TemplateSummary) => {
    const { deletionId } = await browserClient("DELETE /templates/{id}", { params: { id: _id } });
    view.letGo(_id);
    undo.clear();
    setDeletion({ id: deletionId, name });
  });
  const undo = useAction(async () => {
    if (deletion === null) return;
    await browserClient("POST /templates/deletions/{id}/undo", { params: { id: deletion.id } });
    setDeletion(null);
    announce("sent", texts.said.back(deletion.name));
  });
  const duplicate = useAction(async ({ _id, name }: TemplateSummary) => {
    const { design, html } = await browserClient("GET /templates/{id}", { params: { id: _id } });
    const copy = { name: copyName(name, texts), design: design ?? null, html };
    const made = await browserClient("POST /templates", { body: copy });
    announce("sent", texts.said.copied(made.name));
  });
  const publish = useAction(async ({ _id, public: isPublic }: TemplateSummary) => {
    const input = { params: { id: _id }, body: { public: !isPublic } };
    const template = await browserClient("POST /templates/{id}/publish", input);
    view.adopt(template);
    announce("sent", texts.said[template.public ? "shared" : "unshared"](template.name));
  });
  return { remove, deletion, undo, dismiss: () => setDeletion(null), duplicate, publish };
}

function copyName(name: string, texts: TemplateTexts): string {
  const mark = texts.said.copyMark;
  return name.slice(0, textLimits.templateNameMax - mark.length) + mark;
}
