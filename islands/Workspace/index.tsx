import type { WorkspaceProps } from "./props.ts";

/** Placeholder until the panels stand here. */
export default function Workspace(_props: WorkspaceProps) {
  return <p>Loading...</p>;
}
