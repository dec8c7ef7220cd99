import type { ReactNode } from "react";
import { type ComposingTexts, composingTexts } from "../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Icon } from "../../../_parts/Icon.tsx";
import { useComposing } from "./draft/useDraft.ts";
import type { PartState } from "./partStates.ts";
import { hasRunningSteps } from "./what/steps.ts";

/** One part of the campaign: a summary in a sentence, and its form once it is opened. */
export function Part({
  name,
  number,
  title,
  state,
  summary,
  isOpen,
  onToggle,
  children,
}: {
  name: string;
  number: number;
  title: string;
  isOpen: boolean;
  onToggle: () => void;
  children: () => ReactNode;
} & PartState) {
  const texts = useTexts(composingTexts);
  const { draft, isFixed, isClosed } = useComposing();
  const mayChange =
    !isFixed || (!isClosed && (name === "when" || (name === "what" && hasRunningSteps(draft.plan))));
  return (
    <section className="part" id={`part-${name}`} data-state={state} data-open={isOpen}>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={`part-${name}-body`} onClick={onToggle}>
          <span className="part-mark" aria-hidden="true">
            {state === "ready" ? (
              <Icon size={14} path="M5 12.5l4.5 4.5L19 7.5" />
            ) : state === "needs" ? (
              "!"
            ) : (
              number
            )}
          </span>
          <span className="part-words">
            <span className="part-title">{title}</span> <span className="part-summary">{summary}</span>
          </span>{" "}
          <span className="part-change">
            {isOpen ? texts.close : mayChange ? openWord(name, state, texts) : texts.look}
          </span>
          {/* After what is seen, which a voice says as it stands there (WCAG 2.5.3). The review's summary is its state. */}
          {name === "review" ? null : <span className="visually-hidden">, {texts.states[state]}</span>}
        </button>
      </h3>
      <div className="part-body" id={`part-${name}-body`} hidden={!isOpen}>
        {isOpen ? children() : null}
      </div>
    </section>
  );
}

function openWord(name: string, state: PartState["state"], texts: ComposingTexts): string {
  if (name === "review") return texts.look;
  return state === "empty" ? texts.fillIn : texts.change;
}
