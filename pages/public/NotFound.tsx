import { Mark } from "../../islands/_parts/Mark.tsx";

/** For addresses that must answer 404 with a page, such as an old link from a mail. */
export function NotFound() {
  return (
    <article className="prose missing">
      <Mark />
      <h1>This page does not exist</h1>
      <p>
        The address may be misspelled, or what stood here is gone. <a href="/">Go to the front page</a>, or{" "}
        <a href="/contact">write to us</a> if a link of ours brought you here.
      </p>
    </article>
  );
}
