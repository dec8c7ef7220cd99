import { createContext, useContext } from "react";
import type { Credential } from "../../../contract/schemas/credential.ts";
import type { Collection } from "../../../contract/schemas/lead.ts";
import type { TemplateSummary } from "../../../contract/schemas/template.ts";
import type { Loaded } from "../../_data/useLoad.ts";
import type { Announce } from "../../_parts/useToasts.ts";
import type { LeadsView } from "../leads/useLeads.ts";
import type { WorkspaceProps } from "../props.ts";
import type { TabKey } from "../tabKeys.ts";

/** What the panels share: who is there, what the server was asked once for all of them, and what is under way. */
export type Workspace = {
  person: WorkspaceProps;
  credentials: Loaded<Credential[]>;
  templates: Loaded<TemplateSummary[]>;
  publicTemplates: Loaded<TemplateSummary[]>;
  collections: Loaded<Collection[]>;
  leads: LeadsView;
  announce: Announce;
  /** The tab that is shown. */
  tab: TabKey;
  showTab: (tab: TabKey) => void;
};

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** The shared things, for any component inside the workspace. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === undefined) throw new Error("A panel stands outside of the workspace");
  return workspace;
}
