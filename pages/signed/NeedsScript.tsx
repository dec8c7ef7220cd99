/** Said to a browser without script, on the few pages that cannot work without it. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="notice" data-status="uncertain">
        This page needs JavaScript. Please allow it for this site and load the page again.
      </p>
    </noscript>
  );
}
