export { NextStep } from "./NextStep.tsx";
export { StartPanel } from "./StartPanel.tsx";
