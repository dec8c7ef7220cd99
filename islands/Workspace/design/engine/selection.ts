/** What is selected on the canvas; the settings beside it belong to that. */
export type Selection = { kind: "block" | "row" | "column" | "body"; id: string };

export const bodySelected: Selection = { kind: "body", id: "" };
