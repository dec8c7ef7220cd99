import type { DesignPart } from "../../../../mail/design/changedPart.ts";

/** What is selected on the canvas, and so what the settings are about. */
export type Selection = DesignPart;

export const bodySelected: Selection = { kind: "body", id: "" };
