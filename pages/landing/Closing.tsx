/** The last thing on the front page: the ways in, and the way to a person. */
export function Closing({ signedIn }: { signedIn: boolean }) {
  return (
    <section className="closing">
      <div className="closing-inner">
        <h2>Your first 50 leads are free.</h2>
        <p>
          Try the whole job without a mail account: the sandbox takes your first campaign and shows you every
          mail in it.
        </p>
        <div className="choices">
          {signedIn ? (
            <a className="button" data-variant="primary" data-size="large" href="/app">
              Open your workspace
            </a>
          ) : (
            <>
              <a className="button" data-variant="primary" data-size="large" href="/signup">
                Create account
              </a>
              <a className="button" data-size="large" href="/login">
                Login
              </a>
            </>
          )}
          <a className="button" data-variant="quiet" data-size="large" href="/contact">
            Contact us
          </a>
        </div>
      </div>
    </section>
  );
}
