import { type ReactNode, useId } from "react";

/** One matter of the account: what it is about at the side, what one does about it beside that. */
export function Section({
  title,
  about,
  children,
}: {
  title: string;
  about: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="account-section" aria-labelledby={id}>
      <div className="account-about">
        <h2 id={id}>{title}</h2>
        <p>{about}</p>
      </div>
      <div className="account-matter">{children}</div>
    </section>
  );
}
