import { useEffect, useRef, useState } from "react";
import { Refusal } from "../../../contract/errors.ts";
import { segmentLimits } from "../../../contract/limits/segments.ts";
import type { Segment } from "../../../contract/schemas/segments.ts";
import type { Question } from "../../../contract/segments/question.ts";
import { segmentTexts } from "../../../contract/texts/workspace/segments.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useAction } from "../../_data/useAction.ts";
import { useDeletion } from "../../_data/useDeletion.ts";
import type { Loaded } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { Field } from "../../_parts/fields/Field.tsx";
import { Icon } from "../../_parts/Icon.tsx";
import { focusIsLost } from "../../_parts/lostFocus.ts";
import { Menu } from "../../_parts/Menu.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { UndoBar } from "../../_parts/UndoBar.tsx";
import { useAdding } from "../leads/useAdding.ts";
import type { Narrowing } from "../leads/useLeads.ts";

type Props = {
  narrowing: Narrowing | null;
  question: Question | null;
  segments: Loaded<Segment[]>;
  onNarrow: (narrowing: Narrowing | null) => void;
};

/** Segments to select, rename, delete and restore, and a way to save the current question as one. */
export function SavedSegments({ narrowing, question, segments, onNarrow }: Props) {
  const texts = useTexts(segmentTexts);
  const { saved } = texts;
  const [naming, setNaming] = useState<"new" | Segment | null>(null);
  const goOn = useGoingOn();
  const chosenId = narrowing?.segmentId ?? narrowing?.base;
  const chosen = segments.value?.find(({ _id }) => _id === chosenId);
  const isChanged = narrowing?.question !== undefined;
  const deletion = useDeletion({
    remove: (id) => browserClient("DELETE /amplify/segments/{id}", { params: { id } }),
    restore: (id) => browserClient("POST /amplify/segments/{id}/restore", { params: { id } }),
  });
  const updating = useUpdating({ chosen, narrowing, question, onNarrow, onDone: goOn.at });
  const remove = async (segment: Segment) => {
    await deletion.remove.run({ id: segment._id, name: segment.name });
    if (chosenId === segment._id) onNarrow(null);
  };
  const fault = segments.message || updating.message || deletion.remove.message;

  return (
    <div ref={goOn.within} className="saved-segments">
      {(segments.value ?? []).length === 0 ? null : (
        <fieldset className="chips">
          <legend>{saved.title}</legend>
          {(segments.value ?? []).map((segment) => (
            <span key={segment._id} className="segment-chip">
              <button
                type="button"
                className="chip"
                data-go-on={segment._id}
                aria-pressed={chosenId === segment._id}
                disabled={segment.broken !== null}
                title={segment.broken?.reason ?? segment.name}
                onClick={() => onNarrow({ segmentId: segment._id })}
              >
                <span className="chip-name">{segment.name}</span>
                {segment.broken === null ? null : <span className="chip-count">{saved.broken}</span>}
              </button>
              <Menu
                variant="quiet"
                shape="icon"
                aria-label={saved.more(segment.name)}
                items={[
                  { key: "rename", label: saved.rename, onSelect: () => setNaming(segment) },
                  { key: "delete", label: saved.delete, danger: true, onSelect: () => void remove(segment) },
                ]}
              >
                <Icon size={16} path={dots} />
              </Menu>
            </span>
          ))}
        </fieldset>
      )}
      {fault === "" ? null : <Notice status="failed">{fault}</Notice>}
      {naming === null ? (
        question === null ? null : (
          <div className="actions">
            {chosen !== undefined && isChanged ? (
              <Button aria-disabled={updating.running} onClick={() => void updating.run()}>
                {saved.update(chosen.name)}
              </Button>
            ) : null}
            {narrowing?.segmentId === undefined ? (
              <Button data-go-on="new" onClick={() => setNaming("new")}>
                {saved.save}
              </Button>
            ) : null}
          </div>
        )
      ) : (
        <NameForm
          naming={naming}
          question={question}
          onDone={(segment) => {
            setNaming(null);
            goOn.at(segment?._id ?? (naming === "new" ? "new" : naming._id));
            if (segment !== null && naming === "new") onNarrow({ segmentId: segment._id });
          }}
        />
      )}
      <UndoBar
        label={saved.bar}
        deletion={deletion.last && { key: deletion.last.id, said: saved.deleted(deletion.last.name) }}
        undo={deletion.undo}
        onDismiss={deletion.dismiss}
      />
    </div>
  );
}

type Updating = Omit<Props, "segments"> & { chosen: Segment | undefined; onDone: (id: string) => void };

/** Saves what was changed of the chosen segment's question, unless somebody else has changed it since. */
function useUpdating({ chosen, narrowing, question, onNarrow, onDone }: Updating) {
  return useAction(async () => {
    if (chosen === undefined || question === null) return;
    const params = { id: chosen._id };
    const was = narrowing?.was === undefined ? {} : { was: narrowing.was };
    try {
      await browserClient("PUT /amplify/segments/{id}", { params, body: { question, ...was } });
    } catch (error) {
      // Whoever saves once more means it.
      if (error instanceof Refusal && error.reason.code === "segment_changed_meanwhile") {
        const now = await browserClient("GET /amplify/segments/{id}", { params });
        onNarrow({ ...narrowing, was: now.question });
      }
      throw error;
    }
    onNarrow({ segmentId: chosen._id });
    onDone(chosen._id);
  });
}

const dots =
  "M6 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM13 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM20 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0Z";

/**
 * What was pressed disappears once a segment is saved, and the focus with it. So the focus goes to that segment, which
 * exists after the next answer, or to the name field if no name was given.
 */
function useGoingOn() {
  const within = useRef<HTMLDivElement>(null);
  const place = useRef<string | null>(null);
  useEffect(() => {
    if (place.current === null) return;
    const found = within.current?.querySelector<HTMLElement>(`[data-go-on="${CSS.escape(place.current)}"]`);
    if (found === null || found === undefined) return;
    place.current = null;
    if (focusIsLost()) found.focus();
  });
  return {
    within,
    at(next: string) {
      place.current = next;
    },
  };
}

/** Names a new segment, or renames one. */
function NameForm({
  naming,
  question,
  onDone,
}: {
  naming: "new" | Segment;
  question: Question | null;
  onDone: (segment: Segment | null) => void;
}) {
  const { saved } = useTexts(segmentTexts);
  const [name, setName] = useState(naming === "new" ? "" : naming.name);
  const { add } = useAdding();
  const saving = useAction(async () => {
    if (naming !== "new") {
      // Somebody else may have given it another name since.
      if (name === naming.name) return onDone(null);
      const params = { id: naming._id };
      return onDone(await browserClient("PUT /amplify/segments/{id}", { params, body: { name } }));
    }
    if (question !== null) onDone(await add("POST /amplify/segments", { body: { name, question } }));
  });
  return (
    <form
      className="segment-name"
      onSubmit={(event) => {
        event.preventDefault();
        void saving.run();
      }}
    >
      <Field
        label={saved.name}
        // Whoever pressed the button wants to type.
        ref={(field) => field?.focus()}
        maxLength={segmentLimits.nameMax}
        autoComplete="off"
        required
        value={name}
        error={saving.message === "" ? undefined : saving.message}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="actions">
        <Button onClick={() => onDone(null)}>{saved.cancel}</Button>
        <Button type="submit" aria-disabled={saving.running}>
          {saved.saveIt}
        </Button>
      </div>
    </form>
  );
}
