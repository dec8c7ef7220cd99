/** Whether a lead agreed to being counted when it opens mails and follows their links. */
export const consents = ["unknown", "granted", "denied"] as const;
export type Consent = (typeof consents)[number];

/** Which way that came to be known: said by somebody of the workspace, by a file, by a program, or by the lead's own self. */
export const consentHows = ["by_person", "by_import", "by_call", "by_recipient"] as const;
export type ConsentHow = (typeof consentHows)[number];
