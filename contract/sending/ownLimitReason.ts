/** How the reason of a campaign begins that waits for its account's own limits, as it does between any two mails. */
export const ownLimitReason = "Waiting because of";
