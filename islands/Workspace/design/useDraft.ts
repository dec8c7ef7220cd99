import { useRef, useState } from "react";
import { type ErrorCode, Refusal } from "../../../contract/errors.ts";
import type { Conversion } from "../../../contract/foreignTags/convertForeignTags.ts";
import type { Template } from "../../../contract/schemas/template.ts";
import { templateTexts } from "../../../contract/texts/workspace/design/templates.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { createRequestKeys } from "../../_data/requestKeys.ts";
import { type Action, useAction } from "../../_data/useAction.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { editableDesign } from "./editableDesign.ts";
import type { EditorPort } from "./engine/EditorPort.ts";

/** What is being edited: a template, or something new that has none yet. */
export type Draft = {
  template: Template | null;
  name: string;
  html: string;
  /** Null where the template is HTML only. */
  design: unknown;
  /** The design as it was opened or last saved; the very same object means that nothing has changed. */
  savedDesign: unknown;
  /** What a new template started from, if that was a blank mail or a starter, and not a file or earlier work. */
  started: Pick<Template, "name" | "html"> | null;
  /** What a file's fields of another product became, and the file as it was. */
  moved: Moved | null;
  /** Changes with every template that is opened, so that editors start again. */
  session: number;
};
export type Content = { html: string; design: unknown };
export type Moved = { name: string; content: Content; conversion: Conversion };

/** What an editor needs from the draft that is being edited: a template, or the mail of a campaign. */
export type EditedMail = Pick<Draft, "name" | "html" | "design">;
export type EditingView = { draft: EditedMail | null } & Pick<DraftView, "change" | "content" | "setPort">;

export type DraftView = {
  draft: Draft | null;
  /** Whether there are unsaved changes. */
  unsaved: boolean;
  change: (part: Partial<Pick<Draft, "name" | "html" | "design">>) => void;
  open: (template: Template) => void;
  /** Loads a template, of which a list has only the name, and opens it. */
  openById: Action<[id: string]>;
  /** Takes over a change of the open template made elsewhere on this page, so that the next save is not a conflict. */
  adopt: (template: Template) => void;
  /**
   * Goes on with unsaved work on the template that was just opened. The work keeps the version that it was begun on, so
   * that whoever saves it is told what was saved by others since.
   */
  goOn: (left: Content & { name: string; version?: number | null }) => void;
  /** The open template was deleted: unsaved changes become a new template, otherwise it is closed. */
  letGo: (id: string) => void;
  /** Starts a new template from a blank mail or a starter; there is nothing to lose until it is changed. */
  begin: (name: string, content: Content) => void;
  /** Starts a new template with work that is not saved yet: from a file, or from an earlier visit. */
  bring: (name: string, content: Content, moved?: Moved | null) => void;
  /** The editor that holds the design, for as long as it is open. */
  setPort: (port: EditorPort | null) => void;
  /** What would be saved now; a design is rendered by the server. */
  content: () => Promise<Content>;
  close: () => void;
  /** Save Changes. `evenSo` overwrites what somebody else saved in the meantime. */
  save: Action<[evenSo?: boolean]>;
  /** @throws {Refusal} with the server's message. */
  saveAs: (name: string) => Promise<void>;
  /** True after a save was refused because the template had been saved elsewhere. */
  clash: boolean;
  /** True after a save was refused because the template belongs to everybody. */
  forbidden: boolean;
};

/** The template that is being edited. Nothing is sent to the server before it is saved. */
export function useDraft(): DraftView {
  const texts = useTexts(templateTexts);
  const { announce } = useWorkspace();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [refused, setRefused] = useState<ErrorCode | null>(null);

  const port = useRef<EditorPort | null>(null);
  const takeBackSaid = useRef(() => {});

  const put = (next: Draft | null) => {
    setDraft(next);
    setRefused(null);
  };
  const content = () => contentNow(draft, port.current);
  /** Changes made while saving stay, as unsaved; so does a template that was opened in the meantime. */
  const saved = (template: Template, { sent, said }: { sent: Draft; said: string }) => {
    setDraft((now) => (now?.session === sent.session ? afterSave(now, { sent, template }) : now));
    setRefused(null);
    takeBackSaid.current = announce("sent", said);
  };

  const save = useAction(async (evenSo = false) => {
    if (draft?.template == null) return;
    const { _id, version } = draft.template;
    // That it is saved was said of what it was then, and must not stand beside why this one failed.
    takeBackSaid.current();
    const body = { name: draft.name, ...(await content()), ...(evenSo ? {} : { version }) };
    try {
      const template = await storeChanges(_id, body);
      saved(template, { sent: draft, said: texts.said.saved(template.name) });
    } catch (error) {
      setRefused(error instanceof Refusal ? error.code : null);
      throw error;
    }
  });
  const saveAs = async (name: string) => {
    if (draft === null) return;
    const template = await storeNew({ name, ...(await content()) });
    saved(template, { sent: draft, said: texts.said.savedAsNew(template.name) });
    // Why the other one was not saved no longer matters.
    save.clear();
  };

  const laid = useRef(0);
  // A failed save concerns the template that was open then.
  const lay = (next: Draft | null) => {
    laid.current += 1;
    put(next);
    save.clear();
  };
  const openById = useAction(async (id: string) => {
    const before = laid.current;
    const template = await browserClient("GET /templates/{id}", { params: { id } });
    // If something else was opened while this was loading, that is kept.
    if (laid.current === before) lay(draftOf(template, nextSession()));
  });
  return {
    draft,
    unsaved: draft !== null && isUnsaved(draft),
    change: (part) => setDraft((before) => (before === null ? null : { ...before, ...part })),
    open: (template) => lay(draftOf(template, nextSession())),
    openById,
    adopt: (template) => setDraft((now) => adopted(now, template)),
    goOn: (left) => setDraft((now) => (now === null ? null : continued(now, left))),
    letGo: (id) => {
      if (draft?.template?._id !== id) return;
      if (isUnsaved(draft)) setDraft({ ...draft, template: null, savedDesign: null, started: null });
      else lay(null);
    },
    begin: (name, content) => lay(newDraft(name, content, { isWork: false })),
    bring: (name, content, moved = null) => lay({ ...newDraft(name, content, { isWork: true }), moved }),
    setPort: (opened) => {
      port.current = opened;
    },
    content,
    close: () => lay(null),
    save,
    saveAs,
    clash: refused === "conflict",
    forbidden: refused === "forbidden",
  };
}

const keys = createRequestKeys();

/** Asked for again since an answer was lost, it is the same one. */
async function storeNew(body: Content & { name: string }): Promise<Template> {
  const { key } = keys.keyOf(body);
  const template = await browserClient("POST /templates", { body }, { idempotencyKey: key });
  keys.forget(body);
  return template;
}

/** A clash with the very same, since the answer to an earlier save was lost, is none: there is no other version to tell of. */
async function storeChanges(
  id: string,
  body: Content & { name: string; version?: number },
): Promise<Template> {
  const at = { params: { id } };
  try {
    return await browserClient("PUT /templates/{id}", { ...at, body });
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "conflict")) throw error;
    const there = await browserClient("GET /templates/{id}", at).catch(() => null);
    if (there === null || !isSame(there, body)) throw error;
    return there;
  }
}

function isSame(template: Template, { name, html, design }: Content & { name: string }): boolean {
  if (template.name !== name) return false;
  return design === null
    ? template.html === html
    : JSON.stringify(template.design) === JSON.stringify(design);
}

let sessions = 0;
function nextSession(): number {
  sessions += 1;
  return sessions;
}

function draftOf(template: Template, session: number): Draft {
  const design = editableDesign(template.design);
  const { name, html } = template;
  return { template, name, html, design, savedDesign: design, started: null, moved: null, session };
}

function newDraft(name: string, { html, design }: Content, { isWork }: { isWork: boolean }): Draft {
  const started = isWork ? null : { name, html };
  const savedDesign = isWork ? null : design;
  return { template: null, name, html, design, savedDesign, started, moved: null, session: nextSession() };
}

type Save = { sent: Draft; template: Template };

function afterSave(now: Draft, { sent, template }: Save): Draft {
  const name = now.name === sent.name ? template.name : now.name;
  if (sent.design !== null) return { ...now, template, name, html: template.html, savedDesign: sent.design };
  // The server returns cleaned HTML; if typing went on in the meantime, it is shown after the next save.
  return {
    ...draftOf(template, sent.session),
    name,
    html: now.html === sent.html ? template.html : now.html,
  };
}

function continued(draft: Draft, left: Parameters<DraftView["goOn"]>[0]): Draft {
  const { name, html, design, version } = left;
  const template = draft.template && { ...draft.template, version: version ?? draft.template.version };
  return { ...draft, name, html, design, template };
}

/** Changes the name or the folder only; unsaved changes are kept. */
function adopted(draft: Draft | null, template: Template): Draft | null {
  if (draft?.template?._id !== template._id) return draft;
  const name = draft.name === draft.template.name ? template.name : draft.name;
  return { ...draft, name, template: { ...draft.template, ...pick(template) } };
}

function pick({ name, version, public: isPublic }: Template) {
  return { name, version, public: isPublic };
}

async function contentNow(draft: Draft | null, port: EditorPort | null): Promise<Content> {
  if (draft === null) return { html: "", design: null };
  if (draft.design === null) return contentOf(draft);
  const { design } = draft;
  if (port !== null) return port.export();
  const { html } = await browserClient("POST /templates/render", { body: { design } });
  return { html, design };
}

/** HTML changed by hand no longer comes from the design, so the design must not overwrite it later. */
function contentOf({ template, html }: Draft): Content {
  return { html, design: template?.html === html ? template.design : null };
}

function isUnsaved({ template, started, name, html, design, savedDesign }: Draft): boolean {
  const before = template ?? started;
  if (before === null) return design !== null || html !== "";
  if (before.name !== name || design !== savedDesign) return true;
  return design === null && before.html !== html;
}
