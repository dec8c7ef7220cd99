export { NextStep } from "./NextStep.tsx";
export { StarterDialog } from "./StarterDialog.tsx";
export { StartPanel } from "./StartPanel.tsx";
