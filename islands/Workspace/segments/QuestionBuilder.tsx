import { useEffect, useRef, useState } from "react";
import type { Question } from "../../../contract/segments/question.ts";
import { segmentTexts } from "../../../contract/texts/workspace/segments.ts";
import { useTexts } from "../../_data/useTexts.ts";
import type { BuilderNames } from "./builderNames.ts";
import { draftOf, questionOf } from "./draft.ts";
import { GroupEditor } from "./GroupEditor.tsx";
import { LiveCount } from "./LiveCount.tsx";

/**
 * Edits a question about leads, and shows how many it finds. `onChange` is called once a question is complete. While
 * something has to be filled in, the former one stays, because leaving a condition out would find other leads.
 */
export function QuestionBuilder({
  question,
  onChange,
  hasCount = true,
  ...names
}: {
  question: Question | null;
  onChange: (question: Question | null) => void;
  /** Whether the number of leads is shown below. */
  hasCount?: boolean;
} & BuilderNames) {
  const texts = useTexts(segmentTexts);
  const [draft, setDraft] = useState(() => draftOf(question));
  const told = useRef(JSON.stringify(question));
  // Somebody else's change, such as choosing another segment, is taken over. Our own changes come back and are known
  // already.
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
