import { Mark } from "../../islands/_parts/Mark.tsx";

/** The mission, in one sentence. */
export function Mission() {
  return (
    <section className="mission" aria-labelledby="mission">
      <Mark />
      <h2 id="mission">Our mission</h2>
      <p>Put the right words in front of the right people, and show honestly what happened to each.</p>
    </section>
  );
}
