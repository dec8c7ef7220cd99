import { useCallback, useRef, useState } from "react";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { ExportFormat, LeadAction, LeadChoice } from "../../../../contract/schemas/leadActions.ts";
import type { LeadMatching } from "../../../../contract/schemas/leadMatching.ts";
import { type LeadTexts, leadTexts } from "../../../../contract/texts/workspace/leads.ts";
import { browserClient, isAbort, isSaidOverPage, sentenceOf } from "../../../_data/browserClient.ts";
import { useChanges } from "../../../_data/ServerData.tsx";
import { type Action, useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { actInSteps, type Step } from "./actInSteps.ts";
import { saveFile } from "./saveFile.ts";
import { type Restored, undoInSteps } from "./undoInSteps.ts";
import { type Deletion, useDeletion } from "./useDeletion.ts";
import type { Selection } from "./useSelection.ts";

export type LeadActions = Pick<WorkUnderWay, "work" | "stop"> & {
  /** Applies an action to the selected leads, or to the lead of a row, and reports the result. */
  acting: Action<[LeadAction, "row"?]>;
  /** Downloads the selected leads as a file. */
  saving: Action<[Wanted]>;
  deletion: Deletion | null;
  undoing: Action<[]>;
  dismiss: () => void;
};

type Wanted = { which: LeadChoice; format: ExportFormat };

/** The actions for many leads at once, and undoing the last deletion. */
export function useLeadActions(onDone: (action: LeadAction) => void): LeadActions {
  const texts = useTexts(leadTexts);
  const { leads, announce, person } = useWorkspace();
  const [deletion, setDeletion] = useDeletion(person.uid);
  const underWay = useWork();
  const { changed } = useChanges();
  const changedLeads = () => changed("leads", "collections");
  const found = leads.page.value?.total ?? 0;

  const act = async (action: LeadAction) => {
    const signal = underWay.begin();
    const total = meantCount(action.which, found);
    let count = 0;
    const hear = (step: Step) => {
      count += step.count;
      if (step.deletionId !== null) setDeletion({ deletionId: step.deletionId, count, at: Date.now() });
      return step.gone;
    };
    const onLost = (deletionId: string) => setDeletion({ deletionId, count, at: Date.now(), isLost: true });
    const steps = actInSteps(action, total, { onLost });
    await goThrough(steps, {
      ...underWay,
      signal,
      title: texts.work.actions[action.action],
      total,
      hear,
    }).finally(changedLeads);
    if (action.action !== "delete" || count === 0) announce("sent", doneText(action, count, texts));
    if (!signal.aborted) onDone(action);
  };
  const acting = useActing(act);

  const undoing = useAction(async () => {
    if (deletion === null) return;
    const signal = underWay.begin();
    let replaced = 0;
    const hear = (step: Restored) => {
      replaced += step.replaced;
      const gone = step.restored + step.replaced;
      setDeletion((before) => before && { ...before, count: before.count - gone });
      return gone;
    };
    const work = { ...underWay, signal, title: texts.work.bringingBack, total: deletion.count, hear };
    await goThrough(undoInSteps(deletion.deletionId), work).finally(changedLeads);
    if (signal.aborted) return;
    // Those can still come back once the newer leads are gone, as after the undo of an import.
    const { deletionId, at } = deletion;
    setDeletion(replaced === 0 ? null : { deletionId, count: replaced, at });
    if (replaced > 0) announce("uncertain", texts.work.addedAgain(replaced));
  });

  const saving = useAction((wanted: Wanted) => save(wanted, { ...underWay, found }, texts));
  return {
    acting,
    saving,
    undoing,
    deletion,
    work: underWay.work,
    stop: underWay.stop,
    dismiss: () => setDeletion(null),
  };
}

/** Why it failed is said in the bar of those who are selected; a row has no place for it, so there it is announced. */
function useActing(act: (action: LeadAction) => Promise<void>): LeadActions["acting"] {
  const { announce } = useWorkspace();
  return useAction(async (action: LeadAction, by?: "row") => {
    try {
      await act(action);
    } catch (error) {
      if (by === undefined || isSaidOverPage(error)) throw error;
      announce("failed", sentenceOf(error));
    }
  });
}

/** Runs the steps until they are done or stopped; with many leads the progress is shown. */
async function goThrough<S>(
  steps: AsyncGenerator<S>,
  {
    title,
    total,
    signal,
    hear,
    show,
  }: Pick<WorkUnderWay, "show"> & {
    title: string;
    total: number;
    signal: AbortSignal;
    /** Returns how many leads the step processed. */
    hear: (step: S) => number;
  },
): Promise<void> {
  let done = 0;
  const tell = () => show(total > screenLimits.actionStep ? { title, done, total } : null);
  tell();
  try {
    for await (const step of steps) {
      done = Math.min(total, done + hear(step));
      tell();
      if (signal.aborted) break;
    }
  } finally {
    show(null);
  }
}

async function save(
  wanted: Wanted,
  { found, begin, show }: WorkUnderWay & { found: number },
  texts: LeadTexts,
): Promise<void> {
  const signal = begin();
  const isLong = meantCount(wanted.which, found) > screenLimits.actionStep;
  const onBytes = (bytes: number) => show(isLong ? { title: texts.work.making(wanted.format), bytes } : null);
  onBytes(0);
  try {
    await exportLeads(wanted, { signal, onBytes });
  } catch (error) {
    if (!isAbort(error)) throw error;
  } finally {
    show(null);
  }
}

function meantCount(which: LeadChoice, found: number): number {
  return "ids" in which ? which.ids.length : Math.max(0, found - (which.matching.except?.length ?? 0));
}

/** The selected leads as input of a call. */
export function choiceOf(selection: Selection, leads: { matching: LeadMatching }): LeadChoice {
  return selection.kind === "everyone"
    ? { matching: matchingOf(selection, leads) }
    : { ids: [...selection.leads.keys()] };
}

/** All leads that the list shows, without those that were deselected. */
export function matchingOf(
  { except }: Extract<Selection, { kind: "everyone" }>,
  { matching }: { matching: LeadMatching },
): LeadMatching {
  return except.size === 0 ? matching : { ...matching, except: [...except] };
}

/** Which leads are shown, as it is said. */
export function whichOf({ collection, isNarrowed }: { collection: string; isNarrowed: boolean }) {
  return { isNarrowed, collection: collection === "all" ? null : collection };
}

function doneText(action: LeadAction, count: number, texts: LeadTexts): string {
  switch (action.action) {
    case "addTo":
      return texts.done.added({ count, collection: action.collection });
    case "removeFrom":
      return texts.done.takenOut({ count, collection: action.collection });
    case "delete":
      return texts.done.deleted(count);
    case "optOut":
      return texts.done.optedOut(count);
    case "setConsent":
      return texts.done.consentSet(count);
  }
}

/** An action in progress: its name and how much is done; for an export only the bytes received. */
type Work = { title: string; done: number; total: number } | { title: string; bytes: number };

type WorkUnderWay = {
  /** Null while no longer action is in progress. */
  work: Work | null;
  show: (work: Work | null) => void;
  /** Starts an action; the signal is aborted when it is stopped. */
  begin: () => AbortSignal;
  /** Stops it. Leads that were processed stay changed. */
  stop: () => void;
};

/** The action on many leads that is in progress, one at a time. */
function useWork(): WorkUnderWay {
  const [work, show] = useState<Work | null>(null);
  const stopped = useRef(new AbortController());
  return {
    work,
    show,
    begin: useCallback(() => {
      stopped.current = new AbortController();
      return stopped.current.signal;
    }, []),
    stop: useCallback(() => stopped.current.abort(), []),
  };
}

/**
 * Asks for the leads as a file and gives it to the person; `onBytes` hears how much of it is there.
 *
 * @throws {Refusal} with the server's words; AbortError once the signal says that nobody wants it.
 */
async function exportLeads(
  body: { which: LeadChoice; format: ExportFormat },
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<void> {
  const call = browserClient("POST /amplify/leads/export", { body }, { signal });
  const response = (await call) as unknown as Response;
  const reader = response.body?.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) break;
    pieces.push(value);
    bytes += value.length;
    onBytes(bytes);
  }
  const type = response.headers.get("content-type") ?? "";
  saveFile({ name: `leads.${body.format}`, content: new Blob(pieces, { type }) });
}
