/** What became of an uncertain mail. */
export const decisions = { sent: "It arrived", failed: "It did not", again: "Send again" };
