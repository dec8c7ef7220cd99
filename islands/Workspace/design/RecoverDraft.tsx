import { useEffect, useRef, useState } from "react";
import { designLimits } from "../../../contract/limits/design.ts";
import { templateTexts } from "../../../contract/texts/workspace/design/templates.ts";
import { shortMoment } from "../../_data/momentsHere.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { dropDraft, keepDraft, readKeptDraft, type StoredDraft } from "./storedDraft.ts";
import type { DraftView } from "./useDraft.ts";
import { goOn } from "./useFocusBetween.ts";

/** Another one in each window, and after each reload. */
const thisPage = `${Date.now()}-${Math.random()}`;

/** Keeps unsaved work in the browser, and offers to restore that of an earlier visit. */
export function RecoverDraft({ view }: { view: DraftView }) {
  const texts = useTexts(templateTexts);
  const { person } = useWorkspace();
  const templates = useLoad(queries.templates());
  const publicTemplates = useLoad(queries.publicTemplates());
  const [left, setLeft] = useState<StoredDraft | null>(null);
  const begun = useRef(false);
  const page = useRef(thisPage);
  useEffect(() => setLeft(readKeptDraft(person.uid)), [person.uid]);
  const isOffered = left !== null;
  const wasOffered = useRef(isOffered);
  useEffect(() => {
    // It goes with the button that discarded it.
    if (wasOffered.current && !isOffered) goOn();
    wasOffered.current = isOffered;
  }, [isOffered]);

  const { draft, unsaved } = view;
  useEffect(() => {
    // Until something is changed, the kept work is that of an earlier visit.
    if (!unsaved && !begun.current) return;
    begun.current = true;
    if (draft === null || !unsaved) return dropDraft(page.current);
    setLeft(null);
    const { template, name, html, design } = draft;
    const kept = {
      page: page.current,
      uid: person.uid,
      templateId: template?._id ?? null,
      version: template?.version ?? null,
      name,
      html,
      design,
      keptAt: Date.now(),
    };
    const waiting = new AbortController();
    const end = () => {
      clearTimeout(timer);
      waiting.abort();
    };
    const keep = () => {
      end();
      keepDraft(kept);
    };
    const timer = setTimeout(keep, designLimits.autosaveMs);
    // A page that is left may be gone before the timer ends; a phone ends one that is out of sight without a word.
    addEventListener("pagehide", keep, waiting);
    document.addEventListener("visibilitychange", keep, waiting);
    return end;
  }, [draft, unsaved, person.uid]);

  // A template named by the URL is opened automatically; unsaved work on it is offered all the same.
  if (left === null || unsaved) return null;
  const { templateId, name } = left;
  const continueIt = async () => {
    const known = [...(templates.value ?? []), ...(publicTemplates.value ?? [])];
    const isThere = templateId !== null && known.some(({ _id }) => _id === templateId);
    if (!isThere) view.bring(name, left);
    else if (await view.openById.run(templateId)) view.goOn(left);
    else return;
    // From here on this page keeps it, in the place that it has.
    page.current = left.page;
    setLeft(null);
  };
  return (
    <Notice status="waiting">
      <p>{texts.recover.found({ name: left.name, when: shortMoment(left.keptAt) })}</p>
      <div className="actions">
        <Button
          onClick={() => {
            dropDraft(left.page);
            setLeft(readKeptDraft(person.uid));
          }}
        >
          {texts.recover.discard}
        </Button>
        <Button disabled={templates.value === undefined} onClick={continueIt}>
          {texts.recover.continue}
        </Button>
      </div>
    </Notice>
  );
}
