import { createContext, useContext } from "react";
import type { Announce } from "../../_parts/useToasts.ts";
import type { LeadsView } from "../leads/useLeads.ts";
import type { WorkspaceProps } from "../props.ts";
import type { TabKey } from "../tabKeys.ts";

/** What the panels share: the person, the current list of leads and tab, and how to announce something. */
export type Workspace = {
  person: WorkspaceProps;
  /** Which leads are shown: in every panel the same ones. */
  leads: LeadsView;
  announce: Announce;
  /** The tab that is shown. */
  tab: TabKey;
  showTab: (tab: TabKey) => void;
  /** Counts new sessions after one has ended, so that refused queries are repeated. */
  sessionTurn: number;
};

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** The shared things, for any component inside the workspace. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === undefined) throw new Error("A panel stands outside of the workspace");
  return workspace;
}
