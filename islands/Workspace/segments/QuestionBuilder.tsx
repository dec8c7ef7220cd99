import { useEffect, useRef, useState } from "react";
import type { Question } from "../../../contract/segments/question.ts";
import { segmentTexts } from "../../../contract/texts/workspace/segments.ts";
import { useTexts } from "../../_data/useTexts.ts";
import type { BuilderNames } from "./builderNames.ts";
import { draftOf, questionOf } from "./draft.ts";
import { GroupEditor } from "./GroupEditor.tsx";
import { LiveCount } from "./LiveCount.tsx";

/**
 * Puts a question about leads together, and says how many it finds. `onChange` hears of a question once it can be asked:
 * while something is to be filled in, the one before stays, as a condition left out would find others than are meant.
 */
export function QuestionBuilder({
  question,
  onChange,
  hasCount = true,
  ...names
}: {
  question: Question | null;
  onChange: (question: Question | null) => void;
  /** Whether the number found is said below. */
  hasCount?: boolean;
} & BuilderNames) {
  const texts = useTexts(segmentTexts);
  const [draft, setDraft] = useState(() => draftOf(question));
  const told = useRef(JSON.stringify(question));
  // Somebody else's change, such as another segment, is taken over; one's own comes back and is known already.
  useEffect(() => {
    if (JSON.stringify(question) === told.current) return;
    told.current = JSON.stringify(question);
    setDraft(draftOf(question));
  }, [question]);
  const asked = questionOf(draft, names.fields);
  const isUnfinished = asked === null && draft.of.length > 0;

  return (
    <div className="question">
      <GroupEditor
        group={draft}
        depth={1}
        {...names}
        onChange={(next) => {
          setDraft(next);
          const complete = questionOf(next, names.fields);
          if (complete === null && next.of.length > 0) return;
          told.current = JSON.stringify(complete);
          onChange(complete);
        }}
      />
      {isUnfinished ? (
        <p role="status" className="muted">
          {texts.builder.unfinished}
        </p>
      ) : null}
      {hasCount && asked !== null ? <LiveCount question={asked} /> : null}
    </div>
  );
}
