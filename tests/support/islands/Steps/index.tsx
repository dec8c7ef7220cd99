import { useState } from "react";
import { noteStepTaken, useStepFocus } from "../../../../islands/Workspace/leads/start/useStepFocus.ts";

/** Two steps, of which the first is done in a field beside them. */
export default function Steps() {
  const [next, setNext] = useState("one");
  const place = useStepFocus<HTMLElement>(next);
  return (
    <>
      <input onChange={() => setNext("two")} />
      <section ref={place} onClickCapture={noteStepTaken}>
        <button type="button" data-variant="primary">
          {next}
        </button>
      </section>
    </>
  );
}
