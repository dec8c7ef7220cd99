import { useState } from "react";
import { Refusal } from "../../../contract/errors.ts";
import type { Template } from "../../../contract/schemas/template.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { type Action, useAction } from "../../_data/useAction.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** What is being edited: a template, or something new that has none yet. */
export type Draft = { template: Template | null; name: string; html: string };

export type DraftView = {
  draft: Draft | null;
  /** Whether something would be lost by opening another template. */
  unsaved: boolean;
  change: (part: Partial<Pick<Draft, "name" | "html">>) => void;
  open: (template: Template) => void;
  begin: (name: string, html: string) => void;
  close: () => void;
  /** Save Changes. `evenSo` writes over what somebody saved in between. */
  save: Action<[evenSo?: boolean]>;
  saveAs: Action<[name: string]>;
  /** True after a save was refused because the template had been saved elsewhere. */
  clash: boolean;
};

/** The template on the table. Editing happens here; nothing is sent before somebody saves. */
export function useDraft(): DraftView {
  const { templates, publicTemplates, announce } = useWorkspace();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [clash, setClash] = useState(false);

  const put = (next: Draft | null) => {
    setDraft(next);
    setClash(false);
  };
  const saved = (template: Template, said: string) => {
    put(draftOf(template));
    (template.public ? publicTemplates : templates).reload();
    announce("sent", said);
  };

  const save = useAction(async (evenSo = false) => {
    if (draft?.template == null) return;
    const { _id, version } = draft.template;
    const body = { name: draft.name, ...contentOf(draft), ...(evenSo ? {} : { version }) };
    try {
      const template = await browserClient("PUT /templates/{id}", { params: { id: _id }, body });
      saved(template, `"${template.name}" is saved`);
    } catch (error) {
      setClash(error instanceof Refusal && error.code === "conflict");
      throw error;
    }
  });
  const saveAs = useAction(async (name: string) => {
    if (draft === null) return;
    const template = await browserClient("POST /templates", { body: { name, ...contentOf(draft) } });
    saved(template, `"${template.name}" is saved as a new template`);
  });

  // What a save complained about belongs to the template that was on the table then.
  const lay = (next: Draft | null) => {
    put(next);
    save.clear();
    saveAs.clear();
  };
  return {
    draft,
    unsaved: draft !== null && isUnsaved(draft),
    change: (part) => setDraft((before) => (before === null ? null : { ...before, ...part })),
    open: (template) => lay(draftOf(template)),
    begin: (name, html) => lay({ template: null, name, html }),
    close: () => lay(null),
    save,
    saveAs,
    clash,
  };
}

function draftOf(template: Template): Draft {
  return { template, name: template.name, html: template.html };
}

/** HTML changed by hand no longer comes from the design, so the design must not overwrite it later. */
function contentOf({ template, html }: Draft): { html: string; design: unknown } {
  return { html, design: template?.html === html ? template.design : null };
}

function isUnsaved({ template, name, html }: Draft): boolean {
  return template === null ? html !== "" : template.name !== name || template.html !== html;
}
