import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { CampaignMail } from "../../../../../contract/schemas/campaignMail.ts";
import type { CampaignPlan } from "../../../../../contract/schemas/campaignPlan.ts";
import { browserClient, sentenceOf } from "../../../../_data/browserClient.ts";
import { type Loaded, useLoad } from "../../../../_data/useLoad.ts";
import { type Draft, DraftSaver } from "./draftSaver.ts";
import { composingQuestions } from "./questions.ts";

export type PartName = "whom" | "what" | "when" | "review";
/** Where in a mail: what stands in the list of mails, or what it says. */
export type MailPlace = "line" | "content";

/** What the parts of the page share. */
export type Composing = {
  draft: Draft;
  saver: DraftSaver;
  /** The audience, the order of mails and the accounts cannot be changed, because it has begun or is scheduled. */
  isFixed: boolean;
  /** Nothing can be changed. */
  isClosed: boolean;
  /** It was deleted elsewhere. */
  isGone: boolean;
  /** Navigates to a part, and to one mail in it; to its subject, unless told otherwise. */
  show: (part: PartName, variantId?: string | null, at?: MailPlace) => void;
  /** The mail that is previewed beside the parts. */
  shownMail: string;
  showMail: (variantId: string) => void;
};

export const ComposingContext = createContext<Composing | undefined>(undefined);

export function useComposing(): Composing {
  const composing = useContext(ComposingContext);
  if (composing === undefined) throw new Error("A part of the composing page stands outside of it");
  return composing;
}

/** Holds a campaign while it is composed, saves it, and follows what others make of it meanwhile. */
export function useDraft(plan: CampaignPlan): { draft: Draft; saver: DraftSaver; isGone: boolean } {
  const [saver] = useState(() => new DraftSaver(plan, { client: browserClient, sentenceOf }));
  const draft = useSyncExternalStore(saver.subscribe, saver.snapshot, saver.snapshot);
  useEffect(() => {
    saver.setOpen(true);
    const again = () => void saver.save();
    window.addEventListener("online", again);
    return () => {
      window.removeEventListener("online", again);
      // If the page is left before pending changes are saved, they are not lost.
      void saver.save();
      saver.setOpen(false);
    };
  }, [saver]);
  const { value: seen, isGone = false } = useLoad(composingQuestions.seen(plan));
  useEffect(() => {
    // If it cannot be loaded now, the next change or the next save tells.
    if (seen !== undefined) saver.follow(seen).catch(() => {});
  }, [saver, seen]);
  return { draft, saver, isGone };
}

/** What one mail says, fetched when it is first looked at. */
export function useMail(variantId: string): Loaded<CampaignMail> {
  const { draft, saver } = useComposing();
  const value = draft.mails.get(variantId);
  const [failure, setFailure] = useState("");
  const [turn, setTurn] = useState(0);
  const isThere = value !== undefined;
  // The server does not know a new variant before the plan that names it is saved.
  const isNew = !draft.plan.mails.some((mail) => mail.variantId === variantId && mail.version > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn tries again.
  useEffect(() => {
    if (isThere || isNew) return;
    let gone = false;
    setFailure("");
    saver.loadMail(variantId).catch((error: unknown) => {
      if (!gone) setFailure(sentenceOf(error));
    });
    return () => {
      gone = true;
    };
  }, [saver, variantId, isThere, isNew, turn]);
  const shown = value ?? (isNew ? emptyMail(variantId) : undefined);
  return {
    state: failure !== "" && !isThere ? "failed" : shown === undefined ? "loading" : "done",
    value: shown,
    message: isThere ? "" : failure,
    refreshing: false,
    reload: async () => setTurn((count) => count + 1),
  };
}

function emptyMail(variantId: string): CampaignMail {
  const nothing = { subject: "", preview: "", html: "", design: null, templateId: null };
  return { variantId, ...nothing, version: 0, updatedAt: 0 };
}
