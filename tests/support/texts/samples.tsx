import { Refusal } from "../../../contract/errors.ts";

/** Texts as they stand in code, for the test of what finds them. */
export function Samples({
  count,
  state,
  say,
  log,
}: {
  count: number;
  state: string;
  say: (text: string) => void;
  log: Pick<Console, "warn">;
}) {
  if (state === "Not a text at all") throw new Error("This is for whoever mends the program");
  if (state === "lost") throw new Refusal("conflict", "taken");
  const badge = { label: "sent", key: "Some key" };
  log.warn("This is a line of the log");
  say(`${count} left`);
  say(count > 0 ? "Nothing was sent." : "arrow");
  return (
    <section
      className="one two"
      title="No leads yet"
      onKeyDown={({ key }) => key === "Escape" && say("Escape")}
    >
      <h2>Add a lead</h2>
      <button type="button" aria-label={`Delete ${count} leads`}>
        Close
      </button>
      {badge.label}
      <p data-state="Some state">{say.name}</p>
      {state === "" ? "Retry" : null}
    </section>
  );
}
