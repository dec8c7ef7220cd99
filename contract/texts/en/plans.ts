/** What each plan is called. */
export const plans = {
  free: "Free",
  premium: "Premium",
  enterprise: "Enterprise",
};
