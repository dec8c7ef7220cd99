import { useState } from "react";
import { useAction } from "../_data/useAction.ts";
import { Button } from "../_parts/Button.tsx";
import { useFocusHome } from "../_parts/lostFocus.ts";
import { Notice } from "../_parts/Notice.tsx";
import { Section } from "./Section.tsx";

type Former = { id: string; name: string; facts: readonly string[]; ending: string };

type Props = {
  texts: { title: string; about: string; what: string };
  /** What the button of each says. */
  end: string;
  list: readonly Former[];
  /** Answers what is said of it. */
  onEnd(id: string): Promise<string>;
};

/** What is left of a plan that had the API: it can still be ended here, although the tab is not there. */
export function FormerList({ texts, end, list, onEnd }: Props) {
  const home = useFocusHome<HTMLDivElement>(list.length, true);
  const [said, setSaid] = useState("");
  const ending = useAction(async (id: string) => {
    setSaid("");
    setSaid(await onEnd(id));
  });
  const none = list.length === 0;
  // What was just ended is said where the last one stood.
  if (none && said === "") return null;
  return (
    <Section title={texts.title} about={texts.about}>
      <div ref={home} tabIndex={-1}>
        {ending.message ? <Notice status="failed">{ending.message}</Notice> : null}
        {none ? null : (
          <ul className="sessions" aria-label={texts.what}>
            {list.map(({ id, name, facts, ending: label }) => (
              <li key={id}>
                <div>
                  <p className="session-device">{name}</p>
                  <p className="session-times">
                    {facts.map((fact) => (
                      <span key={fact}>{fact}</span>
                    ))}
                  </p>
                </div>
                <Button aria-disabled={ending.running} aria-label={label} onClick={() => void ending.run(id)}>
                  {end}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <p className={none ? "" : "visually-hidden"} role="status">
          {said}
        </p>
      </div>
    </Section>
  );
}
