import type { DesignPart } from "../../../../mail/design/changedPart.ts";

/** What is selected on the canvas; the settings beside it belong to that. */
export type Selection = DesignPart;

export const bodySelected: Selection = { kind: "body", id: "" };
