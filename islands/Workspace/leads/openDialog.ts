import type { ImportJob } from "../../../contract/schemas/imports.ts";
import type { Collection, Lead } from "../../../contract/schemas/lead.ts";
import type { StoredSend } from "../send/storedSend.ts";
import type { LeadActions } from "./actions/useLeadActions.ts";
import type { SelectionActions } from "./actions/useSelection.ts";
import type { Imports } from "./import/useImports.ts";
import type { SuggestedMail } from "./start/steps.ts";

/** Which dialog of the Leads tab is open, and for what. */
export type OpenDialog =
  | null
  | {
      kind: "add" | "test" | "collection" | "noCredentials" | "delete" | "addTo" | "consent" | "fields";
    }
  | { kind: "send"; suggested?: SuggestedMail; kept?: StoredSend }
  | { kind: "import"; job?: ImportJob }
  | { kind: "edit"; lead: Lead }
  | { kind: "rename" | "merge" | "deleteCollection"; collection: Collection };

export type LeadDialogProps = {
  dialog: OpenDialog;
  picked: SelectionActions;
  actions: LeadActions;
  imports: Imports;
  onClose: () => void;
};
