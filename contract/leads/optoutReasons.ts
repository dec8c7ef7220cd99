/** Why somebody unsubscribed, as the page asks them. */
export const optoutReasons = ["too_many", "not_relevant", "never_asked", "other"] as const;
export type OptoutReason = (typeof optoutReasons)[number];
