import { CampaignDrawing } from "./CampaignDrawing.tsx";

/** The first screen: one sentence, two ways in, and a campaign drawn message by message. */
export function Hero({ signedIn }: { signedIn: boolean }) {
  return (
    <section className="hero">
      <h1>Easy email campaigns, honestly counted.</h1>
      <div className="hero-row">
        <p className="lead-in">
          Keep your leads, design a template, send through your own mailbox, and see what happened to every
          single message.
        </p>
        <div className="hero-choices">
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
          </div>
          <p className="small-print">Free for up to 50 leads. No card asked.</p>
        </div>
      </div>
      <CampaignDrawing />
    </section>
  );
}
