/** For somebody who wants to leave by a link that is not whole: what to do instead. */
export function UnknownUnsubscribe() {
  return (
    <article className="prose">
      <h1>This link is not whole</h1>
      <p>
        Nobody was unsubscribed. The link may have been cut short on its way: open it once more from the mail
        itself, or answer the mail and ask its sender to take you off the list.
      </p>
    </article>
  );
}

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
