import type { ReactNode } from "react";

/** One part with its name and what to know about it. */
export function Specimen({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <section className="specimen" data-part={name}>
      <header>
        <h2>{name}</h2>
        <p>{note}</p>
      </header>
      <div className="specimen-stage">{children}</div>
    </section>
  );
}
