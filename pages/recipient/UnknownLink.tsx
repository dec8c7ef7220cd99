/** For somebody who followed a link of a mail that leads nowhere known here. */
export function UnknownLink() {
  return (
    <article className="prose">
      <h1>This link is not known here</h1>
      <p>
        It may have been cut short on its way, or the mail it stood in has been deleted by its sender since.
        You have been led nowhere and nothing was counted.
      </p>
    </article>
  );
}
