/** Whether a lead agreed to being counted when it opens mails and follows their links. */
export const consents = ["unknown", "granted", "denied"] as const;
export type Consent = (typeof consents)[number];

/**
 * Of whom anything is counted: of everybody who has not denied it, of those alone who agreed, of nobody. Whoever denied
 * it is never counted.
 */
export const trackChoices = ["always", "granted", "never"] as const;
export type TrackChoice = (typeof trackChoices)[number];

/** Whether a mail may count what its lead does with it: nobody's who denied it, and where agreeing is asked for, of who agreed alone. */
export function mayBeCounted(track: TrackChoice, consent: Consent): boolean {
  if (track === "never" || consent === "denied") return false;
  return track === "always" || consent === "granted";
}

/** The same of a mail that went with what counts it: of a campaign or a lead that are gone since, what held then goes on. */
export function mayStillBeCounted(of: { track: TrackChoice | null; consent: Consent | null }): boolean {
  return of.consent === null || mayBeCounted(of.track ?? "always", of.consent);
}

/** Which way that came to be known: said by somebody of the workspace, by a file, by a program, or by the lead's own self. */
export const consentHows = ["by_person", "by_import", "by_call", "by_recipient"] as const;
export type ConsentHow = (typeof consentHows)[number];
