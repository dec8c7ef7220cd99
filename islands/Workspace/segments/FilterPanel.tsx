import { useEffect, useRef } from "react";
import { joinOf, partText } from "../../../contract/segments/conditionText.ts";
import type { Question } from "../../../contract/segments/question.ts";
import { type SegmentTexts, segmentTexts } from "../../../contract/texts/workspace/segments.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { Icon } from "../../_parts/Icon.tsx";
import { focusIsLost } from "../../_parts/lostFocus.ts";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";
import { useGone } from "../leads/useGone.ts";
import type { Narrowing } from "../leads/useLeads.ts";
import type { BuilderNames } from "./builderNames.ts";
import { QuestionBuilder } from "./QuestionBuilder.tsx";
import { SavedSegments } from "./SavedSegments.tsx";
import { useNames } from "./useNames.ts";
import { zoneHere } from "./zoneHere.ts";

/** The filter of the leads table: its conditions as tokens and, while it is open, the builder and the saved segments. */
export default function FilterPanel({
  narrowing,
  isOpen,
  onNarrow: onNarrowed,
  onOpen,
}: {
  narrowing: Narrowing | null;
  isOpen: boolean;
  onNarrow: (narrowing: Narrowing | null) => void;
  onOpen: (isOpen: boolean) => void;
}) {
  const texts = useTexts(segmentTexts);
  const names = useNames();
  const segments = useLoad(queries.segments());
  const chosen = segments.value?.find(({ _id }) => _id === narrowing?.segmentId);
  useGone(segments, {
    chosen: narrowing?.segmentId ?? "",
    nameOf: ({ _id }) => _id,
    leave: () => onNarrowed(null),
  });
  const question = narrowing?.question ?? chosen?.question ?? null;
  const goOn = useGoingOn();
  const onNarrow = (next: Narrowing | null) => onNarrowed(next && { ...next, zone: zoneHere() });
  const base = narrowing?.base ?? chosen?._id;
  const was = narrowing?.was ?? chosen?.question;
  const ask = (next: Question | null) =>
    onNarrow(
      next && {
        question: next,
        ...(base === undefined ? {} : { base }),
        ...(was === undefined ? {} : { was }),
      },
    );

  if (!isOpen && narrowing === null) return null;
  return (
    <section ref={goOn.within} className="filter-panel" aria-label={texts.builder.title} data-open={isOpen}>
      {/* About as high as the first question, so that the list moves only once, at the press. */}
      <WhenLoaded what={texts.builder.title} loaded={names} rows={isOpen ? 5 : 1}>
        {(known) => (
          <>
            <Tokens
              question={question}
              names={known}
              texts={texts}
              onChange={goOn.after(ask)}
              onOpen={() => onOpen(true)}
              onClear={goOn.after(() => onNarrow(null))}
            />
            {isOpen ? (
              <>
                <SavedSegments
                  narrowing={narrowing}
                  question={question}
                  segments={segments}
                  onNarrow={onNarrow}
                />
                {question === null ? <Presets texts={texts} onAsk={goOn.after(ask)} /> : null}
                <QuestionBuilder question={question} onChange={ask} {...known} />
                <div className="actions">
                  <Button onClick={() => onOpen(false)}>{texts.builder.done}</Button>
                </div>
              </>
            ) : null}
          </>
        )}
      </WhenLoaded>
    </section>
  );
}

/** What was pressed may go with the press, and the focus with it: that goes on at what is asked, or where to ask. */
function useGoingOn() {
  const within = useRef<HTMLElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    if (!isPressed.current) return;
    isPressed.current = false;
    const next = ".filter-token button, .question > .question-group > .actions button";
    if (focusIsLost()) within.current?.querySelector<HTMLElement>(next)?.focus();
  });
  return {
    within,
    after:
      <Asked extends unknown[]>(ask: (...asked: Asked) => void) =>
      (...asked: Asked) => {
        isPressed.current = true;
        ask(...asked);
      },
  };
}

type Told = { question: Question | null; names: BuilderNames; texts: SegmentTexts };

/** Each condition of the outermost group as a token with two buttons: one edits it, the other removes it. */
function Tokens({
  question,
  names,
  texts,
  onChange,
  onOpen,
  onClear,
}: Told & { onChange: (question: Question | null) => void; onOpen: () => void; onClear: () => void }) {
  if (question === null) return null;
  const without = (index: number) => {
    const of = question.of.toSpliced(index, 1);
    onChange(of.length === 0 ? null : { ...question, of });
  };
  const join = joinOf(question);
  return (
    <ul className="filter-tokens">
      {join === "all" ? null : <li>{texts.joins[join]}:</li>}
      {question.of.map((part, index) => {
        const said = partText(part, names, texts);
        return (
          // Two alike are told apart by their places alone.
          // biome-ignore lint/suspicious/noArrayIndexKey: a token has nothing else of its own.
          <li key={index} className="filter-token">
            <button type="button" aria-label={texts.builder.change(said)} onClick={onOpen}>
              {said}
            </button>
            <Button
              variant="quiet"
              shape="icon"
              aria-label={texts.builder.remove(said)}
              onClick={() => without(index)}
            >
              <Icon size={12} path="M6 6l12 12M18 6 6 18" />
            </Button>
          </li>
        );
      })}
      <li>
        <Button variant="quiet" onClick={onClear}>
          {texts.builder.clear}
        </Button>
      </li>
    </ul>
  );
}

const presets: Question["of"] = [
  { about: "optedOut", op: "yes" },
  { about: "suppressed", op: "yes" },
  { about: "bounced", op: "yes" },
  { about: "sent", op: "never" },
  { about: "opened", op: "inLast", days: 30 },
  { about: "clicked", op: "ever" },
];

/** The most common questions, each with one press. */
function Presets({ texts, onAsk }: { texts: SegmentTexts; onAsk: (question: Question) => void }) {
  const nothingNamed = { fields: [], collections: [], campaigns: [] };
  return (
    <div className="presets">
      <p>{texts.builder.empty}</p>
      <div className="chips">
        {presets.map((part) => (
          <button
            key={JSON.stringify(part)}
            type="button"
            className="chip"
            onClick={() => onAsk({ match: "all", of: [part] })}
          >
            {partText(part, nothingNamed, texts)}
          </button>
        ))}
      </div>
    </div>
  );
}
