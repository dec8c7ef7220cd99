/** Behind the unsubscribe link of a test mail: it works, and there is nobody to unsubscribe. */
export function TestMail() {
  return (
    <article className="prose">
      <h1>This was a test mail</h1>
      <p>In a campaign, this link leads each recipient to their own unsubscribe page.</p>
    </article>
  );
}
