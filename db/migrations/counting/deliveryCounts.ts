/** The columns of `campaignCounts` as this step made them, each with which deliveries it counts. */
export const deliveryCounts: Readonly<Record<string, (row: string) => string>> = {
  queued: inState("queued"),
  sending: inState("sending"),
  deferred: inState("deferred"),
  sent: inState("sent"),
  failed: inState("failed"),
  uncertain: inState("uncertain"),
  skipped: inState("skipped"),
  opened: marked("openedAt"),
  machineOpened: marked("machineOpenedAt"),
  clicked: marked("clickedAt"),
};

/** What a delivery is counted by: nothing else of it changes a count. */
export const countedBy = ["state", "openedAt", "machineOpenedAt", "clickedAt"] as const;

function inState(state: string) {
  return (row: string) => `(${row}"state" = '${state}')`;
}

function marked(column: string) {
  return (row: string) => `(${row}"${column}" IS NOT NULL)`;
}
